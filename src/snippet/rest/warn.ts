import type { Problem } from '../../contract/said.js'
import { readPath } from './read-path.js'

/** Sentences for passed values that cannot be read. Any other code has the last one. */
const SENTENCES: Record<string, string> = {
  not_cents: 'it must be whole cents, such as 5880 for 58.80',
  no_order_number: 'it is empty or a placeholder',
  unknown_field: 'fields of the cart belong into cart_data, and items into cart_items',
}

/** Tells a developer in the console which passed values were left out. */
export function warnOf(passed: unknown, problems: Problem[]): void {
  // Another server may have answered, so the problems may have any shape.
  for (const { field, code } of [problems].flat().map(Object))
    if (typeof field === 'string' && readPath(passed, field) !== undefined)
      console.warn(
        `Ringup: the event was sent without ${field}: ${SENTENCES[code] ?? `it could not be read (${code})`}.`,
      )
}

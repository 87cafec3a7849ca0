import type { Problem } from '../../contract/raw.js'
import { readPath } from './read-path.js'

/** Sentences for passed values that cannot be read. Any other code has the general sentence. */
const SENTENCES: Record<string, string> = {
  not_cents: 'it must be whole cents, such as 5880 for 58.80',
  no_order_number: 'it is empty or a placeholder',
  unknown_field: 'fields of the cart belong into cart_data, and items into cart_items',
}

/** Names in the console the passed values that were left out. */
export function warnOf(argument: unknown, problems: Problem[]): void {
  // The answer may come from another server, so the problems may have any shape.
  for (const { field, code } of [problems].flat().map(Object))
    if (typeof field === 'string' && readPath(argument, field) !== undefined)
      console.warn(
        `Ringup: the event was sent without ${field}: ${SENTENCES[code] ?? `it could not be read (${code})`}.`,
      )
}

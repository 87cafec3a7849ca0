/**
 * Erases a customer, and remembers the erased orders: a keyed hash of each stays in `meta` for seven days, so that a
 * webhook that is sent again does not bring the customer back.
 */
import { DAY_MS } from '../duration.js'
import { askRows } from './store/rows.js'
import type { Transition } from './types.js'

const REMEMBERED_MS = 7 * DAY_MS
const NAME = 'erased '

export const rememberErased = (step: Transition, identities: string[]) =>
  askRows(
    step,
    REMEMBER,
    identities.map((identity) => [`${NAME}${identity}`, String(step.nowMs + REMEMBERED_MS)]),
  )

/** Finds which of these orders were erased. */
export async function readErased(
  step: Pick<Transition, 'ask' | 'dialect'>,
  identities: string[],
): Promise<Set<string>> {
  const rows = await askRows<{ name: string }>(
    step,
    READ,
    identities.map((identity) => [`${NAME}${identity}`]),
  )
  return new Set(rows.map(({ name }) => name.slice(NAME.length)))
}

export const sweepErased = ({ ask, nowMs }: Transition) =>
  ask(`DELETE FROM meta WHERE name LIKE '${NAME}%' AND CAST(value AS bigint) <= ?1`, [nowMs])

const REMEMBER = {
  sql: 'INSERT INTO meta (name, value) VALUES :rows ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  row: '(?1, ?2)',
}
const READ = { sql: 'SELECT name FROM meta WHERE name IN (:rows)', row: '?1' }

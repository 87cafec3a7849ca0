/** Events as the operator sees them: what they wait for, until when, and what the API said. Changes nothing. */
import { Email } from '../../../contract/email.js'
import { toAnswerLabel } from '../../seal.js'
import { openPayload, openRecord, toProblemsLabel } from '../events.js'
import { toCustomer, toNumberKeys } from '../rules.js'
import type { Ask } from '../store/index.js'
import type { EventRow, PayloadRow, Working } from '../types.js'
import type { Filter, Listed, Page, Place } from './types.js'

export type Keys = Pick<Working, 'seal' | 'hash'>

/** An event, what is sealed of it, the id of the one ahead of it, and when that goes. */
type Row = EventRow & PayloadRow & { behind: string | null; nextMs: number | null }

/** Events that wait, oldest first; or dead letters, those that died last first; or both, oldest first. */
export async function readPage(ask: Ask, keys: Keys, filter: Filter, most: number, after?: Place): Promise<Page> {
  const { where, values } = toConditions(filter, keys.hash)
  const bind = (value: unknown) => `?${values.push(value)}`
  const byDeath = filter.state === 'dead'
  if (after && byDeath) where.push(`(due < ${bind(after[0])} OR (due = ?${values.length} AND seq < ${bind(after[1])}))`)
  if (after && !byDeath) where.push(`seq > ${bind(after[1])}`)
  const order = byDeath ? 'due DESC, seq DESC' : 'seq'
  const chosen = `SELECT * FROM events WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ${bind(most)}`
  const rows = await ask<Row>(toDetails(chosen, byDeath), values)
  const last = rows.length === most ? rows.at(-1) : undefined
  const events = rows.map((row) => toListed(row, keys))
  return { events, ...(last && { next: [last.due, last.seq] satisfies Place }) }
}

/** One, with the API's answer. */
export async function readOne(ask: Ask, keys: Keys, id: string): Promise<Listed | undefined> {
  const [row] = await ask<Row>(toDetails('SELECT * FROM events WHERE id = ?1'), [id])
  if (!row) return undefined
  const answer = row.answer && openRecord(keys.seal, row.answer, toAnswerLabel(id))
  return { ...toListed(row, keys), ...(answer && { answer }) }
}

/** All that one customer has of one order. */
export async function readOfOrder(ask: Ask, keys: Keys, customer: string, mark: string): Promise<Listed[]> {
  const rows = await ask<Row>(toDetails('SELECT * FROM events WHERE line = ?1 AND (mark = ?2 OR name = ?2)'), [
    customer,
    mark,
  ])
  return rows.map((row) => toListed(row, keys))
}

/** Numbers each value anew, as Postgres wants no parameter that is not used. */
function toConditions({ state, reason, order, email }: Filter, hash: Keys['hash']) {
  const values: unknown[] = []
  const bind = (value: unknown) => `?${values.push(value)}`
  const where = ['TRUE']
  if (state === 'dead') where.push("state = 'dead'")
  if (state === 'waiting') where.push("state <> 'dead'")
  if (reason !== undefined) where.push(`reason = ${bind(reason)}`)
  if (email !== undefined) where.push(`customer = ${bind(toCustomer(Email.parse(email), hash))}`)
  if (order !== undefined) {
    // `~` is behind all of base64url.
    const ranges = toNumberKeys(order, hash).map((key) => `key >= ${bind(key)} AND key < ${bind(`${key}~`)}`)
    const known = `SELECT key, customer FROM repeats WHERE ${ranges.join(' OR ')}`
    where.push(`EXISTS (
      SELECT 1 FROM (${known}) AS known WHERE events.line = known.customer AND known.key IN (events.mark, events.name))`)
  }
  return { where, values }
}

/**
 * What is ahead of an event in its line, and when that goes. A signed one waits for signed ones only.
 *
 * @param chosen rows of `events`
 */
const toDetails = (chosen: string, byDeath = false) => `
  SELECT chosen.*, payload, answer, problems, ahead.id AS behind,
    CASE chosen.state WHEN 'behind' THEN ahead.due ELSE chosen.due END AS "nextMs"
  FROM (
    SELECT event.*, CASE WHEN event.state = 'behind' THEN (
      SELECT other.seq FROM events AS other
      WHERE other.line = event.line AND other.state = 'ready' AND other.alone = 0 AND other.signed >= event.signed
      ORDER BY other.occurred, other.seq LIMIT 1) END AS ahead
    FROM (${chosen}) AS event) AS chosen
  JOIN payloads ON payloads.seq = chosen.seq
  LEFT JOIN events AS ahead ON ahead.seq = chosen.ahead
  ORDER BY ${byDeath ? 'chosen.due DESC, chosen.seq DESC' : 'chosen.seq'}`

function toListed(row: Row, { seal }: Keys): Listed {
  const { id, kind, list, state, reason, attempts, status, occurred, received, behind, due, nextMs } = row
  const body = openPayload(seal, row.payload, id)
  const problems = row.problems && openRecord(seal, row.problems, toProblemsLabel(id))
  return {
    id,
    kind,
    ...(list !== null && { list }),
    state: state === 'dead' ? 'dead' : 'waiting',
    ...(reason !== null && { reason }),
    attempts,
    ...(status !== null && { status }),
    occurredMs: occurred,
    receivedMs: received,
    ...(state === 'dead' ? { diedMs: due } : nextMs !== null && { nextMs }),
    ...(behind !== null && { behind }),
    ...(problems && { problems: JSON.parse(problems) }), // `prepareEvent` has written it
    ...(body && { body: JSON.parse(body) }),
  }
}

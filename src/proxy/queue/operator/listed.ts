/** Events as the operator sees them: what they wait for, until when, and what the API said. Changes nothing. */
import { Email } from '../../../contract/email.js'
import type { Event } from '../../../contract/event.js'
import type { Problem } from '../../../contract/said.js'
import { toAnswerLabel } from '../../seal.js'
import { openPayload, openRecord, toProblemsLabel } from '../events.js'
import { toCustomer, toNumberKeys } from '../rules.js'
import type { Transaction } from '../store/index.js'
import { dropNulls } from '../store/rows.js'
import type { EventRow, PayloadRow, Reason, Working } from '../types.js'

/** A look into the database, and what opens what is in it. */
export type Look = Pick<Transaction, 'ask' | 'nowMs'> & Pick<Working, 'seal' | 'hash'>

export type State = 'waiting' | 'dead'

/** An event as the operator sees it. */
export interface Listed {
  id: string
  kind: Event['kind']
  list?: string
  state: State
  reason?: Reason
  attempts: number
  /** Status of the API's latest answer. */
  status?: number
  occurredMs: number
  receivedMs: number
  /** When it is tried again: of a waiting event; of one behind another, when that is tried. */
  nextMs?: number
  /** The id of the event of the same customer that goes first. */
  behind?: string
  /** When it became a dead letter. */
  diedMs?: number
  /** What could not be read of it. */
  problems?: Problem[]
  /** How the API's answer to a dead letter begins, where it was kept; only of an event that is read alone. */
  answer?: string
  /** What it will send to the API; undefined when no key opens the record, or it is damaged. */
  body?: Event['body']
}

/** Which events an operator wants to see. */
export interface Filter {
  state?: State
  reason?: Reason
  order?: string
  email?: string
}

/** Where a page of events ends. */
export type Place = [timeMs: number, seq: number]

export interface Page {
  events: Listed[]
  /** The place where the next page begins; undefined on the last. */
  next?: Place
}

/** An event, what is sealed of it, the id of the one ahead of it, and when that goes. */
type Row = EventRow & PayloadRow & { behind: string | null; nextMs: number | null }

/** Events that wait, oldest first; or dead letters, those that died last first; or both, oldest first. */
export async function readPage(look: Look, filter: Filter, most: number, after?: Place): Promise<Page> {
  const { where, values } = toConditions(filter, look.hash)
  const bind = (value: unknown) => `?${values.push(value)}`
  const byDeath = filter.state === 'dead'
  if (after && byDeath) where.push(`(due < ${bind(after[0])} OR (due = ?${values.length} AND seq < ${bind(after[1])}))`)
  if (after && !byDeath) where.push(`seq > ${bind(after[1])}`)
  const order = byDeath ? 'due DESC, seq DESC' : 'seq'
  const chosen = `SELECT * FROM events WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ${bind(most)}`
  const rows = await look.ask<Row>(toDetails(chosen, byDeath), values)
  const last = rows.length === most ? rows.at(-1) : undefined
  const events = rows.map((row) => toListed(row, look))
  return { events, ...(last && { next: [last.due, last.seq] satisfies Place }) }
}

/** One, with the API's answer. */
export async function readOne(look: Look, id: string): Promise<Listed | undefined> {
  const [row] = await look.ask<Row>(toDetails('SELECT * FROM events WHERE id = ?1'), [id])
  if (!row) return undefined
  const answer = row.answer && openRecord(look.seal, row.answer, toAnswerLabel(id))
  return { ...toListed(row, look), ...(answer && { answer }) }
}

/** All that one customer has of one order. */
export async function readOfOrder(look: Look, customer: string, mark: string): Promise<Listed[]> {
  const chosen = 'SELECT * FROM events WHERE line = ?1 AND (mark = ?2 OR name = ?2)'
  return (await look.ask<Row>(toDetails(chosen), [customer, mark])).map((row) => toListed(row, look))
}

/** Numbers each value anew, as Postgres wants no parameter that is not used. */
function toConditions({ state, reason, order, email }: Filter, hash: Look['hash']) {
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

function toListed(row: Row, { seal }: Pick<Look, 'seal'>): Listed {
  const { id, kind, list, state, reason, attempts, status, occurred, received, behind, due, nextMs } = row
  const body = openPayload(seal, row.payload, id)
  const problems = row.problems && openRecord(seal, row.problems, toProblemsLabel(id))
  return {
    id,
    kind,
    state: state === 'dead' ? 'dead' : 'waiting',
    attempts,
    occurredMs: occurred,
    receivedMs: received,
    ...dropNulls({ list, reason, status, behind }),
    ...dropNulls(state === 'dead' ? { diedMs: due } : { nextMs }),
    ...(problems && { problems: JSON.parse(problems) }), // `prepareEvent` has written it
    ...(body && { body: JSON.parse(body) }),
  }
}

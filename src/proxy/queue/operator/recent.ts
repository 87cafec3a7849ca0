/** All events, the latest first, also those delivered within a week; and what happened to one. Without personal data. */
import { type GoneRow, readGone } from '../gone.js'
import { ID_KEPT_MS, readTries, toId } from '../rules.js'
import type { Transaction } from '../store/index.js'
import { dropNulls } from '../store/rows.js'
import type { EventRow, Reason } from '../types.js'
import type { Listed, State } from './listed.js'

/** An event in one line, whatever became of it. */
export interface Recent extends Pick<Listed, 'id' | 'kind' | 'list' | 'reason' | 'status'> {
  state: State | 'delivered'
  /** When it came; of a delivered one, when the API had it. */
  atMs: number
  /** Codes of what could not be read of it. */
  problems: string[]
}

/** Something that happened to an event. */
export interface Step {
  atMs: number
  what: 'accepted' | 'delivered' | 'deleted' | 'duplicate' | Reason
  /** What the API answered. */
  status?: number
}

type Look = Pick<Transaction, 'ask'>

/** `id`: of a delivered one, the key of it. */
interface Row extends Pick<EventRow, 'id' | 'kind' | 'list' | 'reason' | 'status' | 'codes'> {
  state: EventRow['state'] | 'delivered'
  at: number
}

export async function readLatest(
  { ask }: Look,
  most: number,
  beforeMs = Number.MAX_SAFE_INTEGER,
  which: 'all' | 'delivered' = 'all',
): Promise<Recent[]> {
  const here = which === 'delivered' ? [] : await ask<Row>(HERE, [beforeMs, most])
  const delivered = await ask<Row>(DELIVERED, [beforeMs, most])
  return [...here, ...delivered.map((row) => ({ ...row, id: toId(row.id) }))]
    .sort((a, b) => b.at - a.at)
    .slice(0, most)
    .map(toRecent)
}

/** They come in the order of `seq`, and so of `received`, but for a clock that was set. */
const HERE = `
  SELECT id, kind, list, state, reason, received AS at, status, codes FROM events
  WHERE received < ?1 ORDER BY seq DESC LIMIT ?2`

const DELIVERED = `
  SELECT key AS id, kind, list, 'delivered' AS state, NULL AS reason, settled AS at, status, codes FROM repeats
  WHERE settled IS NOT NULL AND settled < ?1 AND status IS NOT NULL AND kind IS NOT NULL ORDER BY settled DESC LIMIT ?2`

function toRecent({ id, kind, list, state, reason, at, status, codes }: Row): Recent {
  return {
    id,
    kind,
    state: state === 'delivered' || state === 'dead' ? state : 'waiting',
    atMs: at,
    ...dropNulls({ list, reason, status: status || null }),
    problems: codes?.split(' ') ?? [],
  }
}

export async function readTimeline({ ask }: Look, id: string): Promise<Step[]> {
  const [event] = await ask<EventRow>('SELECT * FROM events WHERE id = ?1', [id])
  if (event) {
    const tries = toSteps(event.tries)
    const died: Step[] = event.state === 'dead' && event.reason ? [{ atMs: event.due, what: event.reason }] : []
    const isTold = died[0]?.what === tries.at(-1)?.what
    return [{ atMs: event.received, what: 'accepted' }, ...tries, ...(isTold ? [] : died)]
  }
  const known = await readGone(ask, id)
  if (!known) return []
  return [{ atMs: known.expires - ID_KEPT_MS, what: 'accepted' }, ...toSteps(known.tries), ...toEnd(known)]
}

const toSteps = (tries: string | null): Step[] =>
  readTries(tries).map(([atMs, what, status]) => ({ atMs, what, ...(status !== undefined && { status }) }))

function toEnd({ settled, status, expires }: GoneRow): Step[] {
  if (settled === null) return [{ atMs: expires - ID_KEPT_MS, what: 'duplicate' }]
  if (status === null) return [{ atMs: settled, what: 'deleted' }]
  return [{ atMs: settled, what: 'delivered', ...(status > 0 && { status }) }]
}

/** What became of claimed events, into the database: many in one transaction. */
import type { Event } from '../../contract/event.js'
import type { Hash } from '../seal.js'
import { arrange, arrangeAll, remove } from './events.js'
import { freeList, holdList } from './held-lists.js'
import type { Disposition } from './index.js'
import { isAnswer, toContact, toFieldNames } from './rules.js'
import type { Transaction } from './store/index.js'

/** An event that this proxy has under way. */
export interface Claim {
  seq: number
  id: string
  customer: string
  signed: number
  kind: Event['kind']
  list: string | undefined
  occurredMs: number
  bytes: number
  /** What the API gets; undefined when it gets nothing. */
  sent: string | undefined
}

export interface Ack {
  claim: Claim
  disposition: Disposition
  /** How the API's answer to a dead letter begins, sealed. */
  answer: Buffer | null
}

interface Options {
  hash: Hash
  /** Of this proxy. */
  lease: string
}

/**
 * @returns those whose event was still there and ours; the operator, or after our lease another proxy, may have taken it
 */
export async function ackAll(transaction: Transaction, acks: Ack[], options: Options): Promise<Set<Ack>> {
  const delivered = acks.filter(({ disposition }) => disposition.as === 'delivered')
  const found = new Set(await deliver(transaction, delivered, options))
  for (const ack of acks) {
    if (ack.disposition.as === 'delivered') continue
    if (await putBack(transaction, ack, options)) found.add(ack)
  }
  return found
}

/** @param lease of our own making */
async function deliver(transaction: Transaction, acks: Ack[], { hash, lease }: Options): Promise<Ack[]> {
  const ends = acks.map(({ claim, disposition: { status } }) => [claim.seq, { as: 'delivered', status }] as const)
  const gone = await remove(transaction, new Map(ends), `lease = '${lease}' AND state <> 'dead'`)
  const found = acks.filter(({ claim }) => gone.has(claim.seq))
  for (const { claim } of found) await rememberFields(transaction, claim, hash)
  for (const list of new Set(found.flatMap(({ claim }) => claim.list ?? []))) await freeList(transaction, list)
  await arrangeAll(
    transaction,
    found.map(({ claim }) => claim.customer),
  )
  return found
}

/** Which fields a delivered sign-up has set: an older one that comes late must not set them back. */
async function rememberFields({ ask }: Transaction, { customer, occurredMs, list, sent }: Claim, hash: Hash) {
  if (list === undefined || sent === undefined) return
  const names = JSON.stringify(toFieldNames(toContact(sent), hash))
  await ask(REMEMBER_FIELDS, [customer, occurredMs, list, names])
}

async function putBack(
  transaction: Transaction,
  { claim, disposition, answer }: Ack,
  { lease }: Options,
): Promise<boolean> {
  const { ask, nowMs } = transaction
  const { seq, customer, list } = claim
  if ((await ask(FIND, [seq, lease])).length === 0) return false
  const status = disposition.status ?? null
  if (disposition.as === 'dead') {
    const { reason } = disposition
    await ask(DEAD_LETTER, [reason, nowMs, Number(isAnswer(reason)), seq, status, answer?.length ?? 0])
    if (answer) await ask('UPDATE payloads SET answer = ?1 WHERE seq = ?2', [answer, seq])
    // The API took no offence at the list, or was not asked: the others of it may go.
    if (list !== undefined) await freeList(transaction, list)
  } else if (disposition.as !== 'delivered') {
    const reason = disposition.as === 'retry' ? disposition.reason : 'unknown_list'
    const miss = disposition.as === 'retry' && disposition.miss
    await ask(RETRY, [reason, Math.round(nowMs + disposition.waitMs), Number(miss ?? false), seq, status])
    if (disposition.as === 'list_unknown' && list !== undefined) await holdList(transaction, list, disposition.waitMs)
    if (list !== undefined) await ask(FOLLOW_LIST, [seq])
  }
  await arrange(transaction, customer)
  return true
}

const FIND = "SELECT seq FROM events WHERE seq = ?1 AND lease = ?2 AND state <> 'dead'"

const REMEMBER_FIELDS = `
  INSERT INTO fields (customer, occurred, list, names) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (customer, occurred, list) DO UPDATE SET names = excluded.names`

const RETRY = `
  UPDATE events SET reason = ?1, due = ?2, attempts = attempts + 1, misses = misses + ?3, status = ?5, lease = '',
    leased_until = 0
  WHERE seq = ?4`

const FOLLOW_LIST =
  "UPDATE events SET state = 'held' WHERE seq = ?1 AND list IN (SELECT list FROM held_lists WHERE known = 0)"

const DEAD_LETTER = `
  UPDATE events SET state = 'dead', reason = ?1, due = ?2, attempts = attempts + ?3, status = coalesce(?5, status),
    bytes = bytes + ?6, lease = '', leased_until = 0
  WHERE seq = ?4`

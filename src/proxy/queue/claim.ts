/** Which events go next, and what of them the API gets. Nobody else gets a claimed event until it is acknowledged. */
import type { Claim } from './ack.js'
import type { Working } from './core.js'
import {
  type Candidate,
  freeEvents,
  type HeldList,
  putAside,
  type Question,
  readDue,
  readHeldLists,
  readQuestion,
} from './held-lists.js'
import type { Claimed, Claiming, QueuedEvent, Unfit } from './index.js'
import { openPayload, type Row, readNewer, readRowsOf, toFound } from './queued-event.js'
import { readNextReady, readReady } from './ready.js'
import type { Transaction } from './store/index.js'
import { askRows } from './store/rows.js'
import { createUnread, UnreadError } from './unread.js'

/** How often a claim tries anew: more than a page has events. */
const MAX_UNREAD = 500
/** Events looked at in one round, when many of the first are of a held list; more are left for the next claim. */
const READ_AT_ONCE = 200
const ROUNDS = 20
export interface Found {
  claim: Claim
  event: QueuedEvent | Unfit
}

interface Turn {
  transaction: Transaction
  wanted: number
  asQuestion: Claiming['asQuestion']
  avoided: Set<string>
  lists: HeldList[]
  found: Found[]
  /** Read one at a time: one of them is on a damaged page. */
  isCareful: boolean
}

export function createClaiming({ store, seal, hash, log, claims, lease, leaseMs }: Working) {
  const unread = createUnread({ store, log })

  async function claim(wanted: number, which: Claiming = {}): Promise<Claimed> {
    for (let failed = 0; ; failed += 1) {
      try {
        const claimed = await claimOnce(wanted, which, failed > 0)
        // What can be read goes on. When nothing can, it may be the whole disk, and whoever asks must wait.
        if (claimed.events.length === 0 && failed > 1) throw new Error('No event could be read.')
        return claimed
      } catch (error) {
        if (!(error instanceof UnreadError) || failed > MAX_UNREAD) throw error
      }
    }
  }

  async function claimOnce(wanted: number, { notOf = [], asQuestion }: Claiming, isCareful: boolean) {
    const { found, nextInMs } = await store.transaction('ack', async (transaction) => {
      unread.forget(transaction)
      const lists = await readHeldLists(transaction)
      const found: Found[] = []
      const turn = { transaction, wanted, asQuestion, avoided: new Set(notOf), lists, found, isCareful }
      const [known, unknown] = [lists.filter(({ known }) => known), lists.filter(({ known }) => !known)]
      await unread.readEach(transaction, known, freeEvents)
      const questions = await unread.readEach(transaction, unknown, readQuestion)
      await askForLists(turn, asQuestion ? [] : questions.filter(({ waitedLongest }) => waitedLongest))
      await chooseReady(turn)
      await askForLists(turn, questions)
      if (store.isShared && found.length > 0) await writeLeases(turn)
      const nextInMs = found.length < wanted ? await readNext(transaction, found, lists) : undefined
      return { found, nextInMs }
    })
    for (const { claim } of found) claims.set(claim.id, claim)
    return { events: found.map(({ event }) => event), nextInMs }
  }

  async function askForLists(turn: Turn, questions: Question[]) {
    for (const question of questions) {
      const { seq, customer, list } = question
      const underWay = [...claims.values(), ...turn.found.map(({ claim }) => claim)]
      const isFree =
        !turn.avoided.has(customer) && !unread.toUntilMs(seq) && !underWay.some((claim) => claim.list === list)
      if (isFree && turn.found.length < turn.wanted) await take(turn, [question])
    }
  }

  async function chooseReady(turn: Turn) {
    const { transaction, wanted, asQuestion, avoided, found, isCareful } = turn
    const read = new Set<number>()
    for (let round = 0; round < ROUNDS && found.length < wanted; round += 1) {
      // Each customer has two that are ready at most.
      const besides = 2 * (claims.size + avoided.size) + unread.count() + read.size
      const limit = besides + (round === 0 ? wanted : READ_AT_ONCE)
      const candidates = await readReady(transaction, limit, asQuestion)
      const isUsable = ({ seq, customer }: Candidate) => !read.has(seq) && !avoided.has(customer)
      let usable = candidates.filter(isUsable)
      let hasMore = candidates.length >= limit
      while (usable.length > 0 && found.length < wanted) {
        const chosen = toFree(usable, found, transaction.nowMs).slice(0, isCareful ? 1 : wanted - found.length)
        if (chosen.length === 0) break
        for (const { seq } of chosen) read.add(seq)
        hasMore = (await take(turn, chosen)) || hasMore
        usable = usable.filter(isUsable)
      }
      if (!hasMore) return
    }
  }

  /** Of each customer the first: nobody else of the same is under way, and it can be read. */
  function toFree<Some extends Candidate>(candidates: Some[], found: Found[], nowMs: number): Some[] {
    const taken = new Set([...claims.values(), ...found.map(({ claim }) => claim)].map(({ customer }) => customer))
    return candidates.filter(({ seq, customer }) => {
      if (taken.has(customer) || unread.toUntilMs(seq) > nowMs) return false
      taken.add(customer)
      return true
    })
  }

  /** Reads them. @returns whether others of the same customers may go in their stead */
  async function take({ transaction, lists, found, isCareful }: Turn, candidates: Candidate[]): Promise<boolean> {
    const { nowMs } = transaction
    const held = new Set(lists.filter(({ known }) => !known).map(({ list }) => list))
    let isPutAside = false
    const rows = await readRows(candidates, transaction, isCareful)
    for (const row of rows) {
      if (row.list !== null && held.has(row.list) && row.state !== 'held') {
        await putAside(transaction, row)
        isPutAside = true
      } else found.push(toFound(row, await readNewer(transaction, row), { nowMs, hash, text: openPayload(row, seal) }))
    }
    return isPutAside
  }

  async function readRows(candidates: Candidate[], transaction: Transaction, isCareful: boolean): Promise<Row[]> {
    try {
      const rows = await readRowsOf(transaction, candidates)
      const bySeq = new Map(rows.map((row) => [row.seq, row]))
      return candidates.flatMap(({ seq }) => bySeq.get(seq) ?? []) // those that have not gone meanwhile
    } catch (error) {
      if (!store.isShared && !isCareful) throw new UnreadError()
      const seqs = candidates.map(({ seq }) => seq)
      return unread.leave(error, transaction, seqs)
    }
  }

  async function writeLeases({ transaction, found }: Turn) {
    const rows = found.map(({ claim }) => [claim.seq, lease, transaction.nowMs + leaseMs])
    await askRows(transaction, LEASES, rows)
  }

  /**
   * When the next event may be claimed.
   *
   * @param found events that are about to be under way
   * @param lists those that are held
   */
  async function readNext(transaction: Transaction, found: Found[], lists: HeldList[]) {
    const { nowMs } = transaction
    const besides = 2 * (claims.size + found.length) + unread.count()
    const ready = await readNextReady(transaction, besides + 1)
    const free = toFree(ready, found, Number.POSITIVE_INFINITY)
    const inFlight = new Set([...claims.values()].map(({ list }) => list))
    const idle = lists.filter(({ list }) => !inFlight.has(list))
    const next = [...free, ...(await unread.readEach(transaction, idle, readDue))]
    const dues = next.map(({ seq, due }) => Math.max(due, unread.toUntilMs(seq)))
    return dues.length > 0 ? Math.min(...dues) - nowMs : undefined
  }

  return {
    claim,
    nextInMs: () => store.read(async (transaction) => readNext(transaction, [], await readHeldLists(transaction))),
  }
}

const LEASES = {
  sql: `WITH given (seq, lease, leased_until) AS (VALUES :rows)
    UPDATE events SET lease = given.lease, leased_until = given.leased_until FROM given WHERE events.seq = given.seq`,
  row: '(CAST(?1 AS bigint), ?2, CAST(?3 AS bigint))',
}

/**
 * Counts for the operator's charts: in memory, and now and then into the database. A proxy that is killed loses the counts of
 * some seconds, and no event.
 */
import type { AnswerSummary } from '../index.js'
import type { Tally } from '../queue/hours.js'
import type { Health } from './health.js'
import type { Seen } from './watch.js'

/** Refused origins noted between two writings: anybody can make up more. Those that are taken are the shop's own. */
const MAX_REFUSED_ORIGINS = 20
const MAX_ORIGIN_LENGTH = 100
/** How often what waits is looked at. */
const POLL_MS = 60_000

/** What the charts show. Refusals are counted besides, each under `refused ` and its code. */
export const SERIES = ['accepted', 'duplicate', 'delivered', 'dead', 'refused', 'waiting', 'oldest'] as const
export type Series = (typeof SERIES)[number]

interface Parts {
  record(tally: Tally): Promise<void>
  readHealth(): Promise<Health>
  onFailed(error: unknown): void
  now?: () => number
}

export interface History {
  onSeen(seen: Seen): void
  onAnswered(answered: AnswerSummary): void
  /** Writes down what was counted. */
  flush(): Promise<void>
}

export function createHistory({ record, readHealth, onFailed, now = Date.now }: Parts): History {
  let tally = newTally()
  const origins = new Map<string, Tally['origins'][number]>()
  let polledMs = Number.NEGATIVE_INFINITY

  const add = (name: string) => {
    tally.sums[name] = (tally.sums[name] ?? 0) + 1
  }

  function seeOrigin(origin: string, isTaken: boolean) {
    const key = `${isTaken} ${origin}`
    const known = origins.get(key)
    if (!known && !isTaken && origins.size >= MAX_REFUSED_ORIGINS) return
    origins.set(key, { origin, isTaken, latestMs: now(), events: (known?.events ?? 0) + 1 })
  }

  async function poll() {
    if (now() - polledMs < POLL_MS) return
    polledMs = now()
    const { counts } = await readHealth()
    if (!counts || counts.waiting === 0) return
    tally.most = { waiting: counts.waiting, oldest: (counts.oldestWaitingMs ?? 0) / 1_000 }
  }

  return {
    onSeen({ outcome, isDead }) {
      if (outcome === 'new') add('accepted')
      else if (outcome === 'duplicate' || outcome === 'delivered') add(outcome)
      else if (outcome === 'limited' || isDead) add('dead')
    },
    onAnswered({ status, code, origin }) {
      if (code) add(`refused ${code}`)
      if (origin === undefined || origin.length > MAX_ORIGIN_LENGTH) return
      if (status === 202) seeOrigin(origin, true)
      else if (code === 'origin') seeOrigin(origin, false)
    },
    async flush() {
      try {
        await poll()
        const counted = { ...tally, origins: [...origins.values()] }
        const isEmpty = [counted.sums, counted.most, counted.origins].every((each) => Object.keys(each).length === 0)
        tally = newTally()
        origins.clear()
        if (!isEmpty) await record(counted)
      } catch (error) {
        onFailed(error) // figures are lost, and nothing else
      }
    },
  }
}

const newTally = (): Omit<Tally, 'origins'> => ({ sums: {}, most: {} })

/**
 * The log's lines about requests. Each accepted event has its own line. Any client can cause the other lines, so only
 * the first ten of a kind in each minute are written. The rest are summed in one line when the minute is over.
 */
import { MINUTE_MS } from '../duration.js'
import type { AnswerSummary } from './answer-summary.js'
import type { Log } from './line.js'

const LINES_PER_MINUTE = 10

export interface RequestLog {
  /** The proxy calls it with each answer. */
  onAnswered(answered: AnswerSummary): void
  /** Writes the sums of this minute. */
  end(): void
}

/** The key by which answers are counted: their code, or the status if they have none. */
interface Kind {
  status: number
  code?: string
  count: number
}

/**
 * @param hasTimers false in a Worker, where no timer runs after the answer. The first answer after the minute then
 *   writes the sums
 */
export function createRequestLog(log: Log, hasTimers = true): RequestLog {
  const kinds = new Map<string | number, Kind>()
  let timer: NodeJS.Timeout | undefined
  let untilMs = 0

  function writeSums() {
    for (const { count, ...kind } of kinds.values()) {
      if (count > LINES_PER_MINUTE) log({ event: 'requests', ...kind, count: count - LINES_PER_MINUTE })
    }
    kinds.clear()
    clearTimeout(timer)
    timer = undefined
  }

  function begin() {
    untilMs = Date.now() + MINUTE_MS
    if (hasTimers) timer = setTimeout(writeSums, MINUTE_MS).unref()
  }

  return {
    onAnswered(answered) {
      const { status, code } = answered
      if (kinds.size > 0 && Date.now() >= untilMs) writeSums()
      if (status === 202) return log({ event: 'request', ...answered })
      if (kinds.size === 0) begin()
      const key = code ?? status
      const kind = kinds.get(key) ?? { status, ...(code && { code }), count: 0 }
      kinds.set(key, kind)
      kind.count += 1
      if (kind.count <= LINES_PER_MINUTE) log({ event: 'request', ...answered })
    },
    end: writeSums,
  }
}

/**
 * The log's lines about requests. An event that is taken has a line of its own. Everything else is anybody's to cause, so
 * only the first of a kind in each minute have one; the rest are summed in a line when the minute is over.
 */
import type { AnswerSummary } from '../index.js'
import type { Log } from './line.js'

const LINES_PER_MINUTE = 10
const MINUTE_MS = 60_000

export interface RequestLog {
  /** The proxy calls it with each answer. */
  onAnswered(answered: AnswerSummary): void
  /** Writes the sums there are. */
  end(): void
}

/** What answers are counted by: their code, and of answers without one the status. */
interface Kind {
  status: number
  code?: string
  count: number
}

/** @param hasTimers in a Worker nothing goes on after the answer: there the next answer after the minute brings the sums */
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

/** Writes the proxy's log on Node. `line.ts` selects its fields. */
import { fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DestinationStream, pino } from 'pino'
import { type Log, pickFields, toLevel } from './line.js'

/** Some 2,000 lines. A reader may fall behind by this much in a busy minute before lines are lost. */
const MAX_UNREAD_BYTES = 256 * 1024
/** The time that a reader has at the end to read the rest. */
const FLUSH_MS = 500

export interface ProxyLog {
  log: Log
  /** The number of lost lines so far, because the reader was too slow. */
  countDropped(): number
  /** Resolves when all lines are read, or after half a second. */
  flush(): Promise<void>
}

/** Opens the log on the standard output. */
export function openStandardLog(): ProxyLog {
  const output = fstatSync(1)
  // Node writes to a pipe or the journal's socket without waiting. libuv does not block on either.
  if (output.isFIFO() || output.isSocket()) return openLog(process.stdout)
  return toWrittenAtOnce(createLog(toFile()))
}

/** Makes a log that writes each line immediately. */
export const toWrittenAtOnce = (log: Log): ProxyLog => ({ log, countDropped: () => 0, flush: async () => {} })

/**
 * Makes a log that never waits for its reader. Unread lines are kept up to a limit. Lines beyond it are dropped and
 * counted. Once all kept lines are read, a line `log_dropped` names the number of missing lines.
 */
function openLog(stream: Writable): ProxyLog {
  let dropped = 0
  let told = 0
  function write(line: string) {
    const isLost = !stream.writable || stream.writableLength > MAX_UNREAD_BYTES
    if (isLost) dropped += 1
    else stream.write(line)
  }
  const log = createLog({ write })
  stream.on('error', () => {}) // the reader has gone: lines are lost, events are not
  stream.on('drain', () => {
    if (dropped > told) log({ event: 'log_dropped', count: dropped - told })
    told = dropped
  })

  return {
    log,
    countDropped: () => dropped,
    async flush() {
      const untilMs = performance.now() + FLUSH_MS
      while (stream.writable && stream.writableLength > 0 && performance.now() < untilMs) await sleep(10)
    },
  }
}

/** @param stream the destination of the lines */
export function createLog(stream: DestinationStream): Log {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  }
  const logger = pino(options, stream)
  return (line) => logger[toLevel(line)](pickFields(line))
}

/**
 * Writes to a file or a terminal, line by line. Neither has a reader that could stall. A batching writer would never
 * finish, because it would retry its last batch on a full disk without end.
 */
function toFile(): DestinationStream {
  const file = pino.destination({ sync: true, maxLength: MAX_UNREAD_BYTES })
  file.on('error', () => {}) // a full disk: lines are lost, events are not
  return file
}

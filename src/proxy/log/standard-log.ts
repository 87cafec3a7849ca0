/** Writes the proxy's log on Node; `line.ts` picks what may be in it. */
import { fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DestinationStream, pino } from 'pino'
import { type Log, pickFields, toLevel } from './line.js'

/** Some 2,000 lines: what a reader may miss of a busy minute before lines are lost. */
const MAX_UNREAD_BYTES = 256 * 1024
/** What a reader has left at the end to read the rest. */
const FLUSH_MS = 500

export interface ProxyLog {
  log: Log
  /** How many lines were lost so far, because nobody read them in time. */
  countDropped(): number
  /** Resolves when all lines are read, or half a second later. */
  flush(): Promise<void>
}

/** The log on the standard output. */
export function openStandardLog(): ProxyLog {
  const output = fstatSync(1)
  // A pipe, or the journal's socket, is written without waiting; libuv does not block on either.
  if (output.isFIFO() || output.isSocket()) return openLog(process.stdout)
  return toWrittenAtOnce(createLog(toFile()))
}

/** A log that keeps nothing back. */
export const toWrittenAtOnce = (log: Log): ProxyLog => ({ log, countDropped: () => 0, flush: async () => {} })

/**
 * A log that never waits for its reader: what the reader leaves is kept up to a limit, and lines beyond it are dropped and
 * counted. Once everything is read, a line `log_dropped` says how many are missing.
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
  stream.on('error', () => {}) // the reader is gone: lines are lost, events are not
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

/** @param stream where the lines go */
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
 * A file, or a terminal, which has no reader that could stall. Line by line: what writes in batches would try for ever to
 * write the last of them to a full disk, and never end.
 */
function toFile(): DestinationStream {
  const file = pino.destination({ sync: true, maxLength: MAX_UNREAD_BYTES })
  file.on('error', () => {}) // a full disk: lines are lost, events are not
  return file
}

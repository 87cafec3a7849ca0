/** Writes the proxy's log on Node; `log-line.ts` picks what may be in it. */
import { type DestinationStream, pino } from 'pino'
import { type Log, pickFields, toLevel } from './log-line.js'

const MOST_UNWRITTEN_BYTES = 4 * 1024 * 1024

/** @param stream where the lines go; the standard output unless another is given */
export function createLog(stream?: DestinationStream): Log {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  }
  const logger = pino(options, stream ?? toStandardOutput())
  return (line) => logger[toLevel(line)](pickFields(line))
}

/** Line by line: one that writes in batches would try for ever to write the last of them to a full disk, and never end. */
function toStandardOutput(): DestinationStream {
  const output = pino.destination({ sync: true, maxLength: MOST_UNWRITTEN_BYTES })
  // A full disk, or nobody reading: lines are lost, events are not.
  output.on('error', () => {})
  return output
}

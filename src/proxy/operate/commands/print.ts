/** Output of the commands: results on the standard output, everything else on the standard error. */
import { pipeline } from 'node:stream/promises'
import { toSafeLines, toSafeText } from '../../../contract/safe-text.js'
import { inGroups } from '../in-groups.js'

/** Lines in one write, so each line does not cost a system call. */
const LINES_AT_ONCE = 100

// They escape control characters, because quoted text, such as of a file, must not steer a terminal.
export const printStatus = (sentence: string) => void process.stderr.write(`${toSafeLines(sentence)}\n`)
export const print = (text: string) => void process.stdout.write(`${toSafeLines(text)}\n`)

/** Writes as fast as the reader reads, so memory does not grow with the lines. A reader such as `head` may end early. */
export async function printLines(lines: AsyncIterable<string>): Promise<void> {
  await pipeline(toTexts(lines), process.stdout, { end: false }).catch(onPrintError)
}

const READER_GONE = ['EPIPE', 'ECONNRESET']

/** @throws the error, unless the reader has ended */
export function onPrintError(error: unknown) {
  if (!READER_GONE.includes(Object(error).code)) throw error
}

/** Joins some lines at a time, and escapes control characters. */
export async function* toTexts(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const some of inGroups(lines, LINES_AT_ONCE)) yield `${some.map(toSafeText).join('\n')}\n`
}

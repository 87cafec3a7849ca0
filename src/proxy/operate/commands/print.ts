/** What the commands write, and how: results on the standard output, everything else on the standard error. */
import { pipeline } from 'node:stream/promises'
import { inGroups } from '../in-groups.js'
import { toSafeLines, toSafeText } from '../safe-text.js'

/** Written at once; enough that a line does not cost a system call. */
const LINES_AT_ONCE = 100

/** What somebody has to see to: exit code 1. */
export class ProblemError extends Error {}

// What these quote, of a file for instance, cannot steer a terminal.
export const printStatus = (sentence: string) => void process.stderr.write(`${toSafeLines(sentence)}\n`)
export const print = (text: string) => void process.stdout.write(`${toSafeLines(text)}\n`)

/**
 * Writes as fast as the reader reads, so that any number of lines takes the memory of a few. A reader that has seen
 * enough, such as `head`, is no problem.
 */
export async function printLines(lines: AsyncIterable<string>): Promise<void> {
  await pipeline(toTexts(lines), process.stdout, { end: false }).catch(onPrintError)
}

const READER_GONE = ['EPIPE', 'ECONNRESET']

/** @throws what is more than a reader gone */
export function onPrintError(error: unknown) {
  if (!READER_GONE.includes(Object(error).code)) throw error
}

/** @returns some lines each, with their ends, and nothing in them that steers a terminal */
export async function* toTexts(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const some of inGroups(lines, LINES_AT_ONCE)) yield `${some.map(toSafeText).join('\n')}\n`
}

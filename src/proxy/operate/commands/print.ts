/** What the commands write, and how: results on the standard output, everything else on the standard error. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toSafeLines } from '../safe-text.js'

/** Written at once; enough that a line does not cost a system call. */
const LINES_AT_ONCE = 100

/** What somebody has to see to: exit code 1. */
export class ProblemError extends Error {}

/** What it quotes, of a file for instance, cannot steer a terminal. */
export const printStatus = (sentence: string) => void process.stderr.write(`${toSafeLines(sentence)}\n`)

export const print = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Writes as fast as the reader reads, so that any number of lines takes the memory of a few. A reader that has seen
 * enough, such as `head`, is no problem.
 */
export async function printLines(lines: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(inChunks(lines)), process.stdout, { end: false }).catch(onPrintError)
}

const READER_GONE = ['EPIPE', 'ECONNRESET']

/** @throws what is more than a reader gone */
export function onPrintError(error: unknown) {
  if (!READER_GONE.includes(Object(error).code)) throw error
}

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk: string[] = []
  for await (const line of lines) {
    if (chunk.push(`${line}\n`) < LINES_AT_ONCE) continue
    yield chunk.join('')
    chunk = []
  }
  if (chunk.length > 0) yield chunk.join('')
}

/** JSON that cannot steer a terminal. */
export const toSafeJson = (value: unknown, indent?: number) => toSafeLines(JSON.stringify(value, undefined, indent))

/** What the commands write, and how: results on the standard output, everything else on the standard error. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Email } from '../../../contract/email.js'
import { toSafeLines } from '../safe-text.js'

/** Written at once; enough that a line does not cost a system call. */
const LINES_AT_ONCE = 100
const LINES_PER_PROGRESS = 1_000

/** A mistake in how a command was called: exit code 2. */
export class UsageError extends Error {}

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
  if (!(error instanceof Error && 'code' in error && READER_GONE.includes(String(error.code)))) throw error
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

/** Says on a terminal how far it is, unless the lines themselves go there. */
export async function* withProgress<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const shown = process.stderr.isTTY && !process.stdout.isTTY
  let count = 0
  for await (const item of items) {
    yield item
    count += 1
    if (shown && count % LINES_PER_PROGRESS === 0) process.stderr.write(`\r${count.toLocaleString('en')} events`)
  }
  if (shown && count >= LINES_PER_PROGRESS) process.stderr.write(`\r${count.toLocaleString('en')} events.\n`)
}

/** JSON that cannot steer a terminal. */
export const toSafeJson = (value: unknown, indent?: number) => toSafeLines(JSON.stringify(value, undefined, indent))

/** "2026-11-22 14:07:03 UTC": the log and the page have the same clock. */
export const toTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** @throws UsageError */
export function toEmail(text: string): string {
  const email = Email.safeParse(text)
  if (!email.success) throw new UsageError('--email takes one e-mail address.')
  return email.data
}

/** "1 event", "2 events" */
export const toCount = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/**
 * Runs a Chromium of this machine by the Chrome DevTools Protocol. It uses two pipes, so no port is open to other users. A message is JSON
 * with a NUL behind it (Chromium, `--remote-debugging-pipe`).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { QUIETLY } from './chromium.js'

/** One event of the protocol. The fields of `params` depend on the method. */
export interface Notice {
  method: string
  params: unknown
}

export interface DevTools {
  /** @throws Error with the browser's message, or if it has ended */
  send<Result = unknown>(method: string, params?: object, sessionId?: string): Promise<Result>
  close(): Promise<void>
}

interface Message extends Partial<Notice> {
  id?: number
  result?: unknown
  error?: { message: string }
}

/** @param onNotice called with each event of the browser and of its pages */
export async function startChromium(
  chromium: string,
  flags: string[],
  onNotice: (notice: Notice) => void,
): Promise<DevTools> {
  const profile = await mkdtemp(join(tmpdir(), 'ringup-check-'))
  const own = ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`]
  const browser = spawn(chromium, [...own, ...QUIETLY, ...flags], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [input, output] = browser.stdio.slice(3) as [Writable, Readable] // as `stdio` says
  const asked = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  let lastId = 0

  const ended = once(browser, 'exit').then(
    ([code]) => `it ended by itself (${code})`,
    ({ message }: Error) => message, // it could not be started
  )
  input.on('error', () => {}) // then the browser has ended, too
  hear(output, ({ id, result, error, method, params }) => {
    if (method !== undefined) return onNotice({ method, params })
    const waiting = asked.get(id ?? 0)
    asked.delete(id ?? 0)
    if (error) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result)
  })

  return {
    async send<Result>(method: string, params: object = {}, sessionId?: string) {
      const id = ++lastId
      const answer = new Promise((resolve, reject) => asked.set(id, { resolve, reject }))
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      return (await Promise.race([answer, ended.then(refuse)])) as Result // as the protocol says of the method
    },
    async close() {
      browser.kill()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function refuse(why: string): never {
  throw new Error(why)
}

function hear(output: Readable, onMessage: (message: Message) => void) {
  let text = ''
  output.setEncoding('utf8')
  output.on('data', (chunk: string) => {
    const messages = (text + chunk).split('\0')
    text = messages.pop() ?? ''
    for (const message of messages) onMessage(JSON.parse(message))
  })
}

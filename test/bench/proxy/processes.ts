/** Starts the bench's processes, and ends each by its own handle. */
import { type ChildProcess, fork, type Serializable, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const KEY = Buffer.alloc(32, 7)
export const ORIGIN = 'https://shop.example'
const OWN_COMMAND = fileURLToPath(new URL('../cli.js', import.meta.url))

/** Starts a file of this folder. The process reports its port when it is ready, or 0 if it does not have one. */
export type Role = 'api' | 'client' | 'bare' | 'straight' | 'workerd'

export interface Helper {
  pid: number
  port: number
  ask<Answer>(question: Serializable): Promise<Answer>
  stop(): Promise<void>
}

/** @param build the folder of another build, whose file starts instead */
export async function startHelper(role: Role, args: string[] = [], build?: string): Promise<Helper> {
  const bench = build ? join(build, 'bench') : fileURLToPath(new URL('.', import.meta.url))
  const child = fork(join(bench, 'proxy', `${role}.js`), args)
  const [{ port }] = await nextMessage<{ port: number }>(child)
  return {
    pid: toPid(child),
    port,
    async ask<Answer>(question: Serializable) {
      child.send(question)
      const [answer] = await nextMessage<Answer>(child)
      return answer
    },
    stop: () => end(child),
  }
}

export interface Running {
  child: ChildProcess
  port: number
  adminUrl: string
}

/**
 * Starts a proxy as an operator does: the command, a database, a key. Only its rate limits are higher than a shop's.
 *
 * @param command the cli.js of another build
 * @param node options of Node
 * @returns the proxy, as soon as it listens
 */
export async function startRingup(
  upstream: string,
  database: string,
  { command = OWN_COMMAND, node = [], more = {} }: { command?: string; node?: string[]; more?: Record<string, string> },
): Promise<Running> {
  const child = spawn(process.execPath, [...node, command, 'proxy'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      RINGUP_API_URL: upstream,
      RINGUP_API_AUTHORIZATION: 'Token bench',
      RINGUP_ORIGINS: ORIGIN,
      RINGUP_KEY: KEY.toString('base64'),
      RINGUP_DATABASE: database,
      RINGUP_RATE_PER_IP: '999999999',
      RINGUP_RATE_TOTAL: '999999999',
      RINGUP_ADMIN_PORT: '0',
      PORT: '0',
      ...more,
    },
  })
  let said = ''
  child.stderr?.on('data', (chunk) => (said += chunk))
  const read = () => /listens on http:\/\/[^:]+:(\d+).*Health and metrics are on (http:\S+)\/health/s.exec(said)
  for (let found = read(); ; found = read()) {
    if (found) return { child, port: Number(found[1]), adminUrl: found[2] ?? '' }
    await Promise.race([child.stderr && once(child.stderr, 'data'), once(child, 'exit')])
    if (child.exitCode !== null) throw new Error(said)
  }
}

/** Returns the next message. Throws if the process ends first. */
async function nextMessage<T>(child: ChildProcess): Promise<[T]> {
  const over = new AbortController()
  const ended = once(child, 'exit', over).then(([code]) => {
    throw new Error(`A process of the bench ended with ${code}.`)
  })
  ended.catch(() => {}) // ends when the message has arrived
  try {
    return await Promise.race([once(child, 'message', over) as Promise<[T]>, ended])
  } finally {
    over.abort()
  }
}

export async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export function toPid(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error(`${child.spawnfile} did not start.`)
  return child.pid
}

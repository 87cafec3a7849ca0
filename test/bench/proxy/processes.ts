/** Starts the processes of the bench, and ends each by its own handle. */
import { type ChildProcess, fork, type Serializable, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const KEY = Buffer.alloc(32, 7)
export const ORIGIN = 'https://shop.example'
const OWN_COMMAND = fileURLToPath(new URL('../cli.js', import.meta.url))

/** Each is a file of this folder that reports its port, or 0 when it has none, once it is ready. */
export type Role = 'api' | 'client' | 'bare' | 'fastify' | 'straight' | 'workerd'

export interface Helper {
  pid: number
  port: number
  ask<Answer>(question: Serializable): Promise<Answer>
  stop(): Promise<void>
}

export async function startHelper(role: Role, args: string[] = []): Promise<Helper> {
  const child = fork(new URL(`./proxy/${role}.js`, import.meta.url), args)
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
 * A proxy as an operator starts it: the command, a database, a key. Only the rates are higher than any shop's, and nothing is held
 * back, or the last of a round would be waited for.
 *
 * @param command the cli.js of another build
 * @param node options of Node's own
 * @returns once it listens
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
      RINGUP_FORWARD_DELAY: '0',
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

/** The next message, or an error when the process has ended before it came. */
async function nextMessage<T>(child: ChildProcess): Promise<[T]> {
  const over = new AbortController()
  const ended = once(child, 'exit', over).then(([code]) => {
    throw new Error(`A process of the bench ended with ${code}.`)
  })
  ended.catch(() => {}) // given up when the message has come
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

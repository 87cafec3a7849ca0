/** Starts the processes of the bench, and ends each by its own handle. */
import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'

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

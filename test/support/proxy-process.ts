/** The proxy as the operator runs it: an own process with one port and one database. A test can end it in any way. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findPort } from './free-port.js'
import { API_KEY, ORIGIN } from './proxy.js'

const KEY = Buffer.alloc(32, 7).toString('base64')

/** A running command. */
export interface Running {
  child: ChildProcess
  /** Returns its output so far. */
  said(): string
  /** Its exit code; null if a signal ended it. */
  ended: Promise<number | null>
}

/** A proxy that can restart on its port. */
export interface ProxyProcess {
  url: string
  /** Returns the output since the first start, over all restarts. */
  said(): string
  pid(): number
  start(): Promise<void>
  /** Kills the proxy with `kill -9`. It cannot finish or flush anything. */
  kill(): Promise<void>
  /** Sends SIGTERM. @returns the exit code */
  terminate(): Promise<number | null>
}

/** The built command. Changes are built before the tests (build.mjs). */
export const CLI = join('dist', 'cli.js')

/** Runs a command of ringup, with enough settings for a proxy. */
export function run(environment: Record<string, string>, args: string[] = ['proxy']): Running {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: {
      PATH: process.env.PATH,
      RINGUP_API_AUTHORIZATION: API_KEY,
      RINGUP_ORIGINS: ORIGIN,
      RINGUP_KEY: KEY,
      RINGUP_LISTS: '{"newsletter":{"id":"42","fields":"*"}}',
      RINGUP_RATE_PER_IP: '999999999', // all shoppers of a test have one address
      RINGUP_RATE_TOTAL: '999999999',
      PORT: '0',
      RINGUP_ADMIN_PORT: '0',
      ...environment,
    },
  })
  return watch(child)
}

/** Collects a process' output and its end. */
export function watch(child: ChildProcess): Running {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null) // of the `close` event
  return { child, said: () => output, ended }
}

/** @returns the address on which it listens */
export async function untilListening({ child, said, ended }: Running): Promise<string> {
  const over = ended.then((code) => {
    throw new Error(`The proxy ended with ${code}: ${said().slice(-500)}`)
  })
  over.catch(() => {}) // a test may end it later
  for (;;) {
    const url = /listens on (http:\S+)\/ringup/.exec(said())?.[1]
    if (url !== undefined) return url
    await Promise.race([over, ...[child.stdout, child.stderr].map((stream) => stream && once(stream, 'data'))])
  }
}

export async function createProxyProcess(
  environment: { RINGUP_API_URL: string; RINGUP_DATABASE: string } & Record<string, string>,
): Promise<ProxyProcess> {
  const port = await findPort()
  const lives: Running[] = []

  async function end(signal: NodeJS.Signals) {
    const life = lives.at(-1)
    life?.child.kill(signal)
    return life ? life.ended : null
  }

  return {
    url: `http://127.0.0.1:${port}`,
    said: () => lives.map(({ said }) => said()).join(''),
    pid: () => lives.at(-1)?.child.pid ?? 0,
    async start() {
      const life = run({ PORT: String(port), ...environment })
      lives.push(life)
      await untilListening(life)
    },
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
  }
}

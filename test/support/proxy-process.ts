/** The proxy as the operator runs it: a process of its own, on one port, over one database, that can be ended in any way. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { API_KEY, ORIGIN } from './proxy.js'

const KEY = Buffer.alloc(32, 7).toString('base64')

export interface ProxyProcess {
  url: string
  /** What it has printed in all its lives. */
  said(): string
  pid(): number
  start(): Promise<void>
  /** `kill -9`: nothing is finished, nothing is flushed. */
  kill(): Promise<void>
  /** SIGTERM. */
  terminate(): Promise<{ code: number | null; tookMs: number }>
}

/** Bundles src/proxy/cli.ts, so that a test never runs what an older build has left in dist. */
export async function buildProxy(name: string): Promise<string> {
  const outfile = join('test-results', name, 'cli.js')
  await build({
    entryPoints: ['src/proxy/cli.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
  })
  writeFileSync(join('test-results', name, 'ringup.js'), '/* the snippet, or any other text */')
  return outfile
}

export async function createProxyProcess(
  cli: string,
  environment: { RINGUP_API_URL: string; RINGUP_DATABASE: string } & Record<string, string>,
): Promise<ProxyProcess> {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''

  async function end(signal: NodeJS.Signals) {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return null
    const closed = once(ending, 'close')
    ending.kill(signal)
    const [code] = await closed
    return code as number | null // of the `close` event
  }

  return {
    url,
    said: () => output,
    pid: () => child?.pid ?? 0,
    async start() {
      const started = spawn(process.execPath, [cli, 'proxy'], {
        env: {
          PATH: process.env.PATH,
          RINGUP_API_AUTHORIZATION: API_KEY,
          RINGUP_ORIGINS: ORIGIN,
          RINGUP_KEY: KEY,
          RINGUP_LISTS: '{"newsletter":{"id":"42","fields":"*"}}',
          RINGUP_RATE_PER_IP: '999999999',
          RINGUP_RATE_TOTAL: '999999999',
          PORT: String(port),
          RINGUP_ADMIN_PORT: '0',
          ...environment,
        },
      })
      child = started
      const listening = new Promise<void>((resolve, reject) => {
        for (const stream of [started.stdout, started.stderr]) {
          stream?.on('data', (chunk) => {
            output += chunk
            if (/listens on/.test(String(chunk))) resolve()
          })
        }
        started.once('close', (code) => reject(new Error(`The proxy ended with ${code}: ${output.slice(-500)}`)))
      })
      await listening
    },
    kill: async () => void (await end('SIGKILL')),
    async terminate() {
      const from = performance.now()
      const code = await end('SIGTERM')
      return { code, tookMs: performance.now() - from }
    },
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a server that listens on TCP
  server.close()
  await once(server, 'close')
  return port
}

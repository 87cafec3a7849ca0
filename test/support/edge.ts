/**
 * Runs the proxy as Cloudflare does, in workerd. Its storage is a folder, so a test can end the process in any way and start it again.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { type Json, Miniflare, type WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from 'wrangler'
import { buildEdge } from '../../src/build/edge.mjs'
import { readSnippetFiles } from '../../src/proxy/snippet-files.js'
import { API_KEY, ORIGIN } from './proxy.js'
import { SNIPPET } from './servers.js'

const WORKER = 'ringup'
/** The file that the guide's `wrangler deploy` reads. */
export const CONFIG = 'src/proxy/deploy/wrangler.jsonc'

/** Bundles src/proxy/run/edge.ts, so that a test never runs an older build from dist. @returns the path of the bundle */
export async function buildEdgeProxy(name: string): Promise<string> {
  const folder = join('test-results', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'ringup.js'), SNIPPET)
  const bundle = join(folder, 'edge.js')
  await buildEdge(bundle, await readSnippetFiles(pathToFileURL(join(folder, 'ringup.js'))))
  return bundle
}

export interface EdgeOptions {
  bundle: string
  /** The folder of the storage. It outlives the process. */
  folder: string
  /** Variables that replace the usual ones. */
  vars?: Record<string, Json>
  /** More Workers of the same account. */
  others?: WorkerOptions[]
}

export interface Edge {
  /** The address, without a slash at the end. */
  url: string
  /** The log since the first start, over all restarts. */
  said(): string
  /** The process of workerd. */
  pid(): number
  /** Returns the address of another Worker of the account. */
  urlOf(worker: string): Promise<string>
  start(): Promise<void>
  /** Kills workerd with `kill -9`. It cannot finish or flush anything. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export function createEdge({ bundle, folder, vars = {}, others = [] }: EdgeOptions): Edge {
  let life: { miniflare: Miniflare; pid: number; url: string } | undefined
  let said = ''

  async function start() {
    const before = readWorkerdPids()
    const { workerOptions } = readWorkerOptions(CONFIG)
    const usual = {
      RINGUP_API_AUTHORIZATION: API_KEY,
      RINGUP_ORIGINS: ORIGIN,
      RINGUP_KEY: Buffer.alloc(32, 7).toString('base64'),
      RINGUP_LISTS: { newsletter: { id: '42', fields: ['first_name', 'city'] } },
      RINGUP_RATE_PER_IP: '999999999', // all shoppers of a test have one address
      RINGUP_RATE_TOTAL: '999999999',
    }
    const proxy: WorkerOptions = {
      ...workerOptions,
      name: WORKER,
      modules: true,
      scriptPath: bundle,
      bindings: { ...workerOptions.bindings, ...usual, ...vars },
    }
    const miniflare = new Miniflare({
      cf: false, // does not fetch Cloudflare's data about the request
      host: '127.0.0.1',
      port: 0,
      durableObjectsPersist: folder,
      handleRuntimeStdio(...streams: Readable[]) {
        for (const stream of streams) stream.on('data', (chunk) => (said += chunk))
      },
      workers: [
        proxy,
        ...others.map((worker) => ({ ...worker, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] })),
      ],
    })
    const url = (await miniflare.ready).origin
    const [pid] = readWorkerdPids().filter((each) => !before.includes(each))
    if (!pid) throw new Error('workerd did not start a new process.')
    life = { miniflare, pid, url }
  }

  async function stop() {
    await life?.miniflare.dispose()
    life = undefined
  }

  return {
    get url() {
      return life?.url ?? ''
    },
    said: () => said,
    pid: () => life?.pid ?? 0,
    urlOf: async (worker) => (await life?.miniflare.unsafeGetDirectURL(worker))?.origin ?? '',
    start,
    async kill() {
      if (life) process.kill(life.pid, 'SIGKILL')
      await stop()
    },
    stop,
  }
}

/** Lists the workerd processes that this process has started. */
function readWorkerdPids(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' }).split('\n')
  const processes = lines.map((line) => line.trim().split(/ +/))
  return processes
    .filter(([, parent, command]) => Number(parent) === process.pid && command?.includes('workerd'))
    .map(([pid]) => Number(pid))
}

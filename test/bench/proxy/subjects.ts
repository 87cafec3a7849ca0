/** The servers that are compared, each started on a free port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPort } from '../../support/free-port.js'
import { readFamily } from './proc.js'
import { end, type Role, startHelper, toPid } from './processes.js'

export interface Subject {
  name: string
  port: number
  /** Of all processes that serve it. */
  pids(): number[]
  stop(): Promise<void>
}

const OWN_COMMAND = fileURLToPath(new URL('../cli.js', import.meta.url))

const STARTS: Record<string, (upstream: string, name: string) => Promise<Subject | undefined>> = {
  'Ringup (checks, stores, forwards)': (upstream, name) => startRingup(upstream, name, OWN_COMMAND),
  'Ringup in workerd': startWorkerd,
  'straight line': (upstream, name) => startForwarder(name, 'straight', upstream),
  'nginx proxy_pass': startNginx,
  'node:http + undici': (upstream, name) => startForwarder(name, 'bare', upstream),
  '@fastify/http-proxy': (upstream, name) => startForwarder(name, 'fastify', upstream),
}

/**
 * @param only starts those whose name has one of these words
 * @param beside the cli.js of another build, compared as well
 * @returns those that could be started: nginx is left out where there is none
 */
export async function createSubjects(upstream: string, only: string[], beside?: string): Promise<Subject[]> {
  const subjects: Subject[] = []
  for (const [name, start] of Object.entries(STARTS)) {
    const subject = only.some((word) => name.includes(word)) ? await start(upstream, name) : undefined
    if (subject) subjects.push(subject)
  }
  if (beside !== undefined) subjects.push(await startRingup(upstream, `Ringup of ${beside}`, beside))
  return subjects
}

/** As an operator starts it: the command, a database file, a key. Only the rates are higher than any shop's. */
async function startRingup(upstream: string, name: string, command: string): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'ringup-bench-'))
  const child = spawn(process.execPath, [...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []), command, 'proxy'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      RINGUP_API_URL: upstream,
      RINGUP_API_AUTHORIZATION: 'Token bench',
      RINGUP_ORIGINS: 'https://shop.example',
      RINGUP_KEY: Buffer.alloc(32, 7).toString('base64'),
      RINGUP_DATABASE: join(folder, 'ringup.db'),
      RINGUP_RATE_PER_IP: '999999999',
      RINGUP_RATE_TOTAL: '999999999',
      RINGUP_FORWARD_DELAY: '0', // else the last of a round would be waited for
      RINGUP_ADMIN_PORT: '0',
      PORT: '0',
    },
  })
  const pid = toPid(child)
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  while (!/http:\S+:\d+\/ringup/.test(said)) {
    await Promise.race([once(child.stderr, 'data'), once(child, 'exit')])
    if (child.exitCode !== null) throw new Error(said)
  }
  return {
    name,
    port: Number(/http:\S+:(\d+)\/ringup/.exec(said)?.[1]),
    pids: () => [pid],
    async stop() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @param role gets a folder of its own for what it stores */
async function startForwarder(name: string, role: Role, upstream: string): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'ringup-bench-'))
  const { pid, port, stop } = await startHelper(role, [upstream, folder])
  return {
    name,
    port,
    pids: () => [pid],
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startWorkerd(upstream: string, name: string): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'ringup-bench-'))
  const { pid, port, stop } = await startHelper('workerd', [upstream, folder])
  return {
    name,
    port,
    pids: () => readFamily(pid),
    async stop() {
      await stop() // workerd with it
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startNginx(upstream: string, name: string): Promise<Subject | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'ringup-bench-nginx-'))
  const port = await findPort()
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn; user root;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
      client_body_buffer_size 64k;
      upstream api { server ${new URL(upstream).host}; keepalive 128; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://api; proxy_http_version 1.1; proxy_set_header Connection ""; }
      }
    }`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
  const started = await Promise.race([
    once(child, 'error').then(() => false),
    once(child, 'spawn').then(() => untilListening(port)),
  ])
  if (!started) return undefined
  const pid = toPid(child)
  return {
    name,
    port,
    pids: () => readFamily(pid),
    async stop() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilListening(port: number): Promise<boolean> {
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${port}/`)
      return true
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

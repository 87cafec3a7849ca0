/** Starts the servers to compare, each on a free port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPort } from '../../support/free-port.js'
import { newFolder } from '../../support/proxy.js'
import { untilAnswered } from '../../support/until.js'
import { readFamily } from './proc.js'
import { end, type Role, startRingup as startCommand, startHelper, toPid } from './processes.js'

export interface Subject {
  name: string
  port: number
  /** All processes of the server. */
  pids(): number[]
  stop(): Promise<void>
}

const STARTS: Record<string, (upstream: string, name: string) => Promise<Subject | undefined>> = {
  'Ringup (checks, stores, forwards)': startRingup,
  'Ringup in workerd': (upstream, name) => startForwarder(name, 'workerd', upstream),
  'straight line': (upstream, name) => startForwarder(name, 'straight', upstream),
  'nginx proxy_pass': startNginx,
  'node:http + undici': (upstream, name) => startForwarder(name, 'bare', upstream),
}

/**
 * @param only starts those whose name has one of these words
 * @param other the cli.js of another build, compared as well
 * @returns the started servers, without nginx if it is not installed
 */
export async function createSubjects(upstream: string, only: string[], other?: string): Promise<Subject[]> {
  const subjects: Subject[] = []
  for (const [name, start] of Object.entries(STARTS)) {
    const subject = only.some((word) => name.includes(word)) ? await start(upstream, name) : undefined
    if (subject) subjects.push(subject)
  }
  if (other !== undefined) subjects.push(await startRingup(upstream, other, other))
  return subjects
}

async function startRingup(upstream: string, name: string, command?: string): Promise<Subject> {
  const { path, remove } = newFolder()
  const node = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []
  const { child, port } = await startCommand(upstream, join(path, 'ringup.db'), { node, ...(command && { command }) })
  return toSubject(name, port, toPid(child), () => end(child), remove)
}

/** @param role gets its own folder for its data */
async function startForwarder(name: string, role: Role, upstream: string): Promise<Subject> {
  const { path, remove } = newFolder()
  const { pid, port, stop } = await startHelper(role, [upstream, path])
  return toSubject(name, port, pid, stop, remove)
}

/** Also counts its children, such as workerd, which end with it. */
const toSubject = (
  name: string,
  port: number,
  pid: number,
  stop: () => Promise<void>,
  remove: () => void,
): Subject => ({
  name,
  port,
  pids: () => readFamily(pid),
  async stop() {
    await stop()
    remove()
  },
})

async function startNginx(upstream: string, name: string): Promise<Subject | undefined> {
  const { path: folder, remove } = newFolder()
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
  const isThere = await Promise.race([once(child, 'error').then(() => false), once(child, 'spawn').then(() => true)])
  if (!isThere) return undefined
  await untilAnswered(`http://127.0.0.1:${port}/`)
  return toSubject(name, port, toPid(child), () => end(child), remove)
}

/**
 * The minimal cost of the proxy's libraries: one file that reads, checks, stores, answers, logs and forwards. It has no limits, duplicate
 * check, order, retries or restart. The proxy's budget is 1.7 times this cost.
 */
import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import Database from 'libsql'
import { pino } from 'pino'
import { Agent, request as ask } from 'undici'
import { Conversion } from '../../../src/contract/conversion.js'
import { RawEvent } from '../../../src/contract/event.js'
import { readRaw } from '../../../src/normalise/index.js'
import { report } from './report.js'

const [upstream = '', folder = ''] = process.argv.slice(2)
/** The time that a write waits for others to share its commit, as in the proxy. */
const GROUP_MS = 8
/** The concurrent requests to the API, as in the proxy. */
const CONNECTIONS = 4

const key = randomBytes(32)
const utf8 = new TextDecoder('utf-8', { fatal: true })
const log = pino(pino.destination({ dest: '/dev/null', sync: true }))
const dispatcher = new Agent({ connections: CONNECTIONS })
const db = new Database(join(folder, 'straight.db'))
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
db.exec('CREATE TABLE events (seq INTEGER PRIMARY KEY, id TEXT, mark BLOB, payload BLOB)')
const insert = db.prepare('INSERT INTO events (seq, id, mark, payload) VALUES (?, ?, ?, ?)')
const remove = db.prepare('DELETE FROM events WHERE seq = ?')
let lastSeq = 0

let writes: { run: () => void; onDurable: () => void }[] = []

/** Resolves when the event is on the disk. */
function write(run: () => void): Promise<void> {
  return new Promise((onDurable) => {
    if (writes.length === 0) setTimeout(flush, GROUP_MS)
    writes.push({ run, onDurable })
  })
}

function flush() {
  const group = writes
  writes = []
  db.exec('BEGIN IMMEDIATE')
  for (const { run } of group) run()
  db.exec('COMMIT')
  for (const { onDurable } of group) onDurable()
}

function seal(text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

async function take(body: Buffer) {
  const { id, raw } = RawEvent.parse(JSON.parse(utf8.decode(body)))
  const order = Conversion.parse(readRaw('convert', raw).body)
  const mark = createHmac('sha256', key)
    .update(JSON.stringify([order.cart_data?.order_number, order.email]))
    .digest()
  const text = JSON.stringify(order)
  const sealed = seal(text)
  lastSeq += 1
  const seq = lastSeq
  await write(() => void insert.run(seq, id, mark, sealed))
  return { id, text, seq }
}

async function forward(id: string, body: string, seq: number) {
  const headers = { 'content-type': 'application/json', authorization: 'Token bench', 'idempotency-key': id }
  const url = `${upstream}/customer/convert/`
  const answer = await ask(url, { method: 'POST', headers, body, dispatcher })
  await answer.body.text()
  await write(() => void remove.run(seq))
}

report(
  createServer((request, response) => {
    const startedMs = performance.now()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { id, text, seq } = await take(Buffer.concat(chunks))
      const answer = JSON.stringify({ ok: true, id })
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer)
      log.info({ event: 'request', status: 202, kind: 'convert', ms: performance.now() - startedMs })
      await forward(id, text, seq)
    })
  }),
)

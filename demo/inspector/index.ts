/** The inspector's server side: its page, a stream of what happens, and the switches for fault. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'
import { toSent } from '../../src/proxy/operate/sentences.js'
import type { QueueAdmin } from '../../src/proxy/queue/index.js'
import { FAULTS } from '../fault-words.js'
import type { Faults } from '../faults.js'
import type { EventLog } from './event-log.js'
import { inspectorPage, type Links } from './html.js'
import { Report } from './page-probe-report.js'
import { type Readers, watchState } from './state.js'

const HEARTBEAT_MS = 15_000

interface Parts {
  eventLog: EventLog
  readers: Readers
  faults: Faults
  sendNow: QueueAdmin['send']
  /** The folder with page.tsx, style.css and page-probe.ts, bundled for browsers. */
  files: string
  links: Links
}

const keysOf = <Key extends string>(table: Record<Key, string>) => Object.keys(table) as [Key, ...Key[]] // of literals

const Change = z.partial(
  z.object({
    api: z.enum(keysOf(FAULTS.api)),
    proxy: z.enum(keysOf(FAULTS.proxy)),
    line: z.enum(keysOf(FAULTS.line)),
  }),
)

export function createInspector({ eventLog, readers, faults, sendNow, files, links }: Parts): Hono {
  const app = new Hono()
  app.get('/', (c) => c.html(inspectorPage(links)))
  app.get('/inspector.css', (c) => sendFile(c, join(files, 'inspector.css'), 'css'))
  app.get('/inspector.js', (c) => sendFile(c, join(files, 'inspector.js'), 'javascript'))
  app.get('/page-probe.js', (c) => sendFile(c, join(files, 'page-probe.js'), 'javascript'))
  app.get('/events', (c) => streamAll(c, eventLog, readers))
  app.post('/page-probe', async (c) => {
    const report = z.safeParse(Report, await readJson(c))
    if (!report.success) return c.body(null, 400)
    eventLog.recordPage(report.data)
    return c.body(null, 204)
  })
  // This header makes browsers ask first when another site's page sends it, and they get no leave.
  const onlyJson: MiddlewareHandler = async (c, next) =>
    c.req.header('content-type') === 'application/json' ? next() : c.body(null, 415)
  app.post('/send', onlyJson, async (c) => {
    const which = z.safeParse(z.object({ id: z.string() }), await readJson(c))
    if (!which.success) return c.body(null, 400)
    return c.json({ sentence: toSent(await sendNow(which.data.id)) })
  })
  app.post('/fault', onlyJson, async (c) => {
    const change = z.safeParse(Change, await readJson(c))
    if (!change.success) return c.body(null, 400)
    await faults.change(change.data)
    return c.json(faults.read())
  })
  return app
}

const sendFile = async (c: Context, file: string, type: 'css' | 'javascript') =>
  c.body(await readFile(file, 'utf8'), 200, { 'Content-Type': `text/${type}; charset=utf-8` })

const readJson = (c: Context): Promise<unknown> => c.req.json().catch(() => undefined)

/** `snapshot` with all journeys, then one `journey` for each change; `state` at once and after each change of it. */
const streamAll = (c: Context, eventLog: EventLog, readers: Readers) =>
  streamSSE(c, async (stream) => {
    const send = (event: string, data: unknown) => void stream.writeSSE({ event, data: JSON.stringify(data) })
    // Subscribed before anything is awaited: a change in between is sent after the snapshot, never lost.
    const unsubscribe = eventLog.subscribe((journey) => send('journey', journey))
    // Proxies and browsers give up on a stream that says nothing.
    const heartbeat = setInterval(() => send('heartbeat', null), HEARTBEAT_MS)
    send('snapshot', eventLog.journeys())
    const unwatch = watchState(readers, (state) => send('state', state))
    await untilGone(stream)
    unwatch()
    clearInterval(heartbeat)
    unsubscribe()
  })

const untilGone = (stream: SSEStreamingApi) => new Promise<void>((resolve) => stream.onAbort(resolve))

/** The inspector's server side: its page, a stream of what happens, and the switches for trouble. */
import { readFile } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'
import type { Troubles } from '../trouble.js'
import { TROUBLES } from '../trouble-words.js'
import { inspectorPage } from './html.js'
import type { Journal } from './journal.js'
import { type Sources, watchState } from './state.js'
import { style } from './style.js'
import { Report } from './witness-report.js'

const HEARTBEAT_MS = 15_000

interface Parts {
  journal: Journal
  sources: Sources
  troubles: Troubles
  /** page.ts and witness.ts, bundled for browsers. */
  scriptFile: string
  witnessFile: string
  apiUrl: string
}

const keysOf = <Key extends string>(table: Record<Key, string>) => Object.keys(table) as [Key, ...Key[]] // of literals

const Change = z.partial(
  z.object({
    api: z.enum(keysOf(TROUBLES.api)),
    proxy: z.enum(keysOf(TROUBLES.proxy)),
    line: z.enum(keysOf(TROUBLES.line)),
  }),
)

export function createInspector({ journal, sources, troubles, scriptFile, witnessFile, apiUrl }: Parts): Hono {
  const app = new Hono()
  app.get('/', (c) => c.html(inspectorPage(apiUrl)))
  app.get('/inspector.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get('/inspector.js', (c) => sendScript(c, scriptFile))
  app.get('/witness.js', (c) => sendScript(c, witnessFile))
  app.get('/events', (c) => streamAll(c, journal, sources))
  app.post('/witness', async (c) => {
    const report = z.safeParse(Report, await readJson(c))
    if (!report.success) return c.body(null, 400)
    journal.recordPage(report.data)
    return c.body(null, 204)
  })
  app.post('/trouble', async (c) => {
    // By this header browsers ask first when another site's page sends it, and get no leave.
    if (c.req.header('content-type') !== 'application/json') return c.body(null, 415)
    const change = z.safeParse(Change, await readJson(c))
    if (!change.success) return c.body(null, 400)
    await troubles.change(change.data)
    return c.json(troubles.read())
  })
  return app
}

const sendScript = async (c: Context, file: string) =>
  c.body(await readFile(file, 'utf8'), 200, { 'Content-Type': 'text/javascript; charset=utf-8' })

const readJson = (c: Context): Promise<unknown> => c.req.json().catch(() => undefined)

/** `snapshot` with all journeys, then one `journey` for each change; `state` at once and after each change of it. */
const streamAll = (c: Context, journal: Journal, sources: Sources) =>
  streamSSE(c, async (stream) => {
    const send = (event: string, data: unknown) => void stream.writeSSE({ event, data: JSON.stringify(data) })
    // Subscribed before anything is awaited: a change in between is sent after the snapshot, never lost.
    const unsubscribe = journal.subscribe((journey) => send('journey', journey))
    // Proxies and browsers give up on a stream that says nothing.
    const heartbeat = setInterval(() => send('heartbeat', null), HEARTBEAT_MS)
    send('snapshot', journal.journeys())
    const unwatch = watchState(sources, (state) => send('state', state))
    await untilGone(stream)
    unwatch()
    clearInterval(heartbeat)
    unsubscribe()
  })

const untilGone = (stream: SSEStreamingApi) => new Promise<void>((resolve) => stream.onAbort(resolve))

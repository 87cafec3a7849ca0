/** The server side of the inspector: its page, the state of the demo, and the switches for faults. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { toSent } from '../../src/proxy/operate/sentences.js'
import type { QueueAdmin } from '../../src/proxy/queue/index.js'
import { FAULTS } from '../fault-words.js'
import type { Faults } from '../faults.js'
import { inspectorPage, type Links } from './html.js'
import type { DemoState } from './state.js'

interface Parts {
  readState(): Promise<DemoState>
  faults: Faults
  sendNow: QueueAdmin['send']
  /** The folder with page.tsx and style.css, bundled for browsers. */
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

export function createInspector({ readState, faults, sendNow, files, links }: Parts): Hono {
  const app = new Hono()
  app.get('/', (c) => c.html(inspectorPage(links)))
  app.get('/inspector.css', (c) => sendFile(c, join(files, 'inspector.css'), 'css'))
  app.get('/inspector.js', (c) => sendFile(c, join(files, 'inspector.js'), 'javascript'))
  app.get('/state', async (c) => c.json(await readState()))
  // A page of another site cannot send this content type without asking, and the shop does not allow it.
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

/** Serves health, metrics and the operator's page on a port of their own. Health and metrics contain no personal data. */

import { Hono } from 'hono'
import { createOpenApi } from '../openapi.js'
import type { Counts, Queue } from '../queue/index.js'
import type { Build } from '../script-files.js'
import type { Fingerprints } from './fingerprints.js'
import { createHealth, type Health, type HealthParts, toAnswer } from './health.js'
import type { History } from './history.js'
import { isOwnHost } from './host.js'
import { createMetrics } from './metrics.js'
import type { PageEnv } from './page/html.js'
import { type Seen, watchQueue } from './watch.js'

interface Parts extends HealthParts {
  version: string
  /** Path of the proxy on the shop's domain. */
  path?: string
  /** The script's file with a hash, and its `integrity`. */
  snippet?: Build
  history?: Pick<History, 'read' | 'unknownLists' | 'onSeen'>
  /** Fingerprints of the settings of this process. */
  fingerprints?: Fingerprints
  /** Host names that requests may use, besides addresses and `localhost`. */
  names?: string[]
  /** Opens the operator's page. @param readHealth reads the state that `/health` answers */
  openPage?: (readHealth: () => Promise<Health>) => Hono<PageEnv>
  /** Lines of the log that were lost. */
  countDroppedLines?: () => number
}

export type Admin = ReturnType<typeof createAdmin>

export function createAdmin(parts: Parts) {
  const { version, snippet, path = '/ringup', names = [], countDroppedLines, history, now = Date.now } = parts
  const health = createHealth({ ...parts, count: rememberShortly(parts.count, now) })
  const metrics = createMetrics(version, countDroppedLines)
  const app = new Hono()

  app.use(async (context, next) => {
    if (isOwnHost(new URL(context.req.url).hostname, names)) await next()
    else context.res = context.json({ error: 'RINGUP_ADMIN_NAMES does not have this name.' }, 421)
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
  })
  app.get('/health', async (context) => {
    const read = await health.read()
    const { file, integrity } = snippet ?? {}
    const body = { ...toAnswer(read), version, ...(snippet && { snippet: { file, integrity } }) }
    return context.json(body, read.state === 'down' ? 503 : 200)
  })
  app.get('/openapi.json', (context) => context.json(createOpenApi(path)))
  app.get('/settings', (context) => context.json(parts.fingerprints ?? {}))
  app.get('/metrics', async (context) => {
    const text = await metrics.toText(await health.read())
    return context.body(text, 200, { 'content-type': metrics.contentType })
  })
  if (parts.openPage) app.route('/', parts.openPage(health.read))
  app.notFound((context) => context.json({ error: 'Here are /, /health, /metrics, /openapi.json and /settings.' }, 404))

  const onSeen = (seen: Seen) => {
    for (const each of [history, health, metrics]) each?.onSeen(seen)
  }
  return {
    /** Answers `/health`, `/metrics`, `/openapi.json`, and the operator's page. */
    handle: async (request: Request) => app.fetch(request),
    /** Wraps the queue, so that health and metrics see each event. */
    watch: (queue: Queue) => watchQueue(queue, onSeen, health.onQueueFailed),
    /** The queue calls it when it could not read an event. */
    onQueueFailed: health.onQueueFailed,
    /** The proxy calls it with each answer. */
    onAnswered: metrics.onAnswered,
    readHealth: health.read,
  }
}

const COUNT_MS = 1_000
/** A count reads all waiting events. It may take this share of the time at most. */
const MAX_SHARE_OF_TIME = 0.05

/** Returns the same counts to requests in quick succession. */
function rememberShortly(count: () => Promise<Counts>, now: () => number): () => Promise<Counts> {
  let known: Promise<Counts> | undefined
  let fromMs = 0
  let keptMs = COUNT_MS

  return () => {
    const ageMs = now() - fromMs
    if (known && ageMs >= 0 && ageMs < keptMs) return known
    fromMs = now()
    const startMs = performance.now()
    known = count().finally(() => {
      keptMs = Math.max(COUNT_MS, (performance.now() - startMs) / MAX_SHARE_OF_TIME)
    })
    return known
  }
}

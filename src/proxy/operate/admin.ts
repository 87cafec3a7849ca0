/**
 * Serves health, metrics and the operator's page on a port of their own.
 *
 * Health and metrics contain no personal data, so they need no session. The page checks it for every other view.
 */
import { Hono } from 'hono'
import type { Client } from '../accept/context.js'
import type { AnswerSummary } from '../log/answer-summary.js'
import { operatorHeaders } from './headers.js'
import type { Health } from './health.js'
import { isOwnHost } from './host.js'
import { createMetrics, METRICS_TYPE } from './metrics.js'
import { createOpenApi } from './openapi.js'
import type { PageEnv } from './page/html.js'

interface Parts {
  readHealth: () => Promise<Health>
  /** Path of the proxy on the shop's domain. */
  path?: string
  /** Host names that requests may use, besides addresses and `localhost`. */
  names?: string[]
  page?: Hono<PageEnv>
  /** Lines of the log that were lost. */
  countDroppedLines?: () => number
}

export function createAdmin({ readHealth, path = '/ringup', names = [], page, countDroppedLines }: Parts) {
  const metrics = createMetrics(countDroppedLines)
  const app = new Hono()

  app.use(operatorHeaders)
  app.use(async (context, next) => {
    if (isOwnHost(new URL(context.req.url).hostname, names)) return next()
    return context.json({ error: 'RINGUP_ADMIN_NAMES does not have this name.' }, 421)
  })
  app.get('/health', async (context) => {
    const health = await readHealth()
    return context.json(health, health.state === 'down' ? 503 : 200)
  })
  app.get('/metrics', async (context) =>
    context.body(metrics.toText(await readHealth()), 200, { 'content-type': METRICS_TYPE }),
  )
  if (page) app.route('/', page)
  app.get('/openapi.json', (context) => context.json(createOpenApi(path)))
  app.notFound((context) => context.json({ error: 'Here are /, /health, /metrics and /openapi.json.' }, 404))

  return {
    /** Answers a request to the operator's port. */
    handle: async (request: Request, client?: Client) => app.fetch(request, client),
    /** The proxy calls it with each answer. */
    onAnswered: (answer: AnswerSummary) => metrics.onAnswered(answer),
  }
}

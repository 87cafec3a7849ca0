/**
 * The set-up page's questions while a person verifies a shop: how far a test order has come, and, if the page cannot be opened, whether an
 * order has come since.
 */
import { Hono } from 'hono'
import { type Finding, ok, problem } from '../../../contract/finding.js'
import type { Listed, Operator } from '../../queue/index.js'
import { judgeTrace } from '../commands/check/judge-trace.js'
import { toAnswer } from '../sentences.js'

/** How many of the latest orders are looked through for one that has come since. */
const LATEST = 50

export function createVerify({ find, latest }: Pick<Operator, 'find' | 'latest'>): Hono {
  const app = new Hono()
  app.post('/order', async (context) => {
    const [trace] = await find({ id: await context.req.text() })
    return context.json(judgeTrace(trace) ?? null)
  })
  // By the proxy's own clock, which this tells first.
  app.get('/now', (context) => context.json(Date.now()))
  app.post('/since', async (context) => {
    const sinceMs = Number(await context.req.text())
    const findings = (await latest(LATEST)).flatMap((event) => judgeArrival(event, sinceMs) ?? [])
    return context.json(findings[0] ?? null)
  })
  return app
}

/** @returns undefined of an event that came before, and while nothing has become of it */
function judgeArrival(event: Listed, sinceMs: number): Finding | undefined {
  if (event.receivedMs < sinceMs) return undefined
  if (event.state === 'waiting' && event.reason === undefined) return undefined
  return (event.state === 'delivered' ? ok : problem)(`An event has come. ${toAnswer(event)}`)
}

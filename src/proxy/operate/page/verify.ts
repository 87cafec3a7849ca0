/** Answers the set-up page's Verify: where a test order is, and, if the page cannot be opened, whether an order has arrived since. */
import { Hono } from 'hono'
import { type Finding, ok, problem } from '../../../contract/finding.js'
import type { Entry, Operator } from '../../queue/index.js'
import { judgeTrace } from '../commands/check/judge-trace.js'
import { toAnswer } from '../sentences.js'

/** The number of latest orders that are searched for one that has arrived since. */
const LATEST = 50

export function createVerify({ find, latest }: Pick<Operator, 'find' | 'latest'>): Hono {
  const app = new Hono()
  app.post('/order', async (context) => {
    const [trace] = await find({ id: await context.req.text() })
    return context.json(judgeTrace(trace) ?? null)
  })
  // The set-up page asks for the proxy's clock first, because its own may differ.
  app.get('/now', (context) => context.json(Date.now()))
  app.post('/since', async (context) => {
    const sinceMs = Number(await context.req.text())
    const findings = (await latest(LATEST)).flatMap((event) => judgeArrival(event, sinceMs) ?? [])
    return context.json(findings[0] ?? null)
  })
  return app
}

/** @returns undefined for an event that arrived earlier, or that was not tried yet */
function judgeArrival(event: Entry, sinceMs: number): Finding | undefined {
  if (event.receivedMs < sinceMs) return undefined
  if (event.state === 'waiting' && event.reason === undefined) return undefined
  return (event.state === 'delivered' ? ok : problem)(`An event arrived. ${toAnswer(event)}`)
}

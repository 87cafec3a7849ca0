/**
 * What the set-up page asks when somebody verifies a shop: whether a page's events reach the proxy, how far a test order has come, and, where
 * no page can be opened, whether an order has come since.
 */
import { Hono } from 'hono'
import { type Finding, ok, problem } from '../../../contract/finding.js'
import type { Listed, Operator } from '../../queue/index.js'
import { judgeTrace } from '../commands/check/judge-trace.js'
import { toAnswer } from '../sentences.js'

/** Looks whether the page's events reach the proxy. @param endpoint as the page's tag has it, if the set-up page knows */
export type LookAtWay = (address: string, endpoint: string | undefined) => Promise<Finding[]>

/** How many of the latest orders are looked through for one that has come since. */
const LATEST = 50

/** @param lookAtWay undefined where the proxy cannot ask itself */
export function createVerify(
  { find, latest }: Pick<Operator, 'find' | 'latest'>,
  lookAtWay: LookAtWay = async () => [],
): Hono {
  const app = new Hono()
  app.post('/page', async (context) =>
    context.json(await lookAtWay(await context.req.text(), context.req.query('endpoint'))),
  )
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

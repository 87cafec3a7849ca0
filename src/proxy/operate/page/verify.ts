/** What the set-up page asks when somebody verifies a page of the shop: how it looks from outside, and how far a test order has come. */
import { Hono } from 'hono'
import type { Finding } from '../../look/finding.js'
import type { Operator } from '../../queue/index.js'
import { judgeTrace } from '../commands/check/judge-trace.js'

export type LookAtPage = (address: string) => Promise<Finding[]>

/** @param lookAtPage undefined where no page can be fetched */
export function createVerify({ find }: Pick<Operator, 'find'>, lookAtPage: LookAtPage = async () => []): Hono {
  const app = new Hono()
  app.post('/page', async (context) => context.json(await lookAtPage(await context.req.text())))
  app.post('/order', async (context) => {
    const [trace] = await find({ id: await context.req.text() })
    return context.json(judgeTrace(trace) ?? null)
  })
  return app
}

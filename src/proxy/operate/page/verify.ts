/** Tells the set-up page where a test order is. */
import { Hono } from 'hono'
import type { Operator } from '../../queue/index.js'
import { judgeTrace } from '../commands/check/judge-trace.js'

export function createVerify({ find }: Pick<Operator, 'find'>): Hono {
  const app = new Hono()
  app.post('/order', async (context) => {
    const [trace] = await find({ id: await context.req.text() })
    return context.json(judgeTrace(trace) ?? null)
  })
  return app
}

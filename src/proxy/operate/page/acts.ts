/** The acts of an operator who has signed in, and their confirmations. */
import { type Context, Hono } from 'hono'
import { isReason, toSent } from '../sentences.js'
import { ID, toCount } from '../words.js'
import type { PageEnv } from './html.js'
import type { PageParts } from './parts.js'

export function createActs({ operator, sendTestOrder }: PageParts): Hono<PageEnv> {
  const app = new Hono<PageEnv>()
  /** Acts on one event. @returns the address of the confirmation */
  const acts: Record<string, (id: string) => Promise<string>> = {
    async send(id) {
      const sent = await operator.send(id)
      return `/events/${id}?done=${sent}`
    },
    async replay(id) {
      return `/events/${id}?done=${(await operator.replay({ id })) > 0 ? 'replayed' : 'not-dead'}`
    },
    async drop(id) {
      const event = await operator.read(id)
      return `/events?state=${event?.state ?? 'dead'}&done=dropped&count=${await operator.drop({ id })}`
    },
  }
  app.post(`/events/:id{${ID}}/:act`, async (context) => {
    const { id, act } = context.req.param()
    const place = Object.hasOwn(acts, act) ? await acts[act]?.(id) : undefined
    return place === undefined ? context.notFound() : context.redirect(place, 303)
  })
  app.post('/reasons/:reason/:act{replay|drop}', async (context) => {
    const { reason, act } = context.req.param()
    if (!isReason(reason)) return context.notFound()
    const isReplay = act === 'replay'
    const count = await (isReplay ? operator.replay({ reason }) : operator.drop({ reason }))
    return context.redirect(`/events?state=dead&done=${isReplay ? 'replayed-all' : 'dropped'}&count=${count}`, 303)
  })
  app.post('/test-order', async (context) => {
    const id = await sendTestOrder?.()
    return context.redirect(id === undefined ? '/events?done=test-refused' : `/events/${id}?done=test`, 303)
  })
  return app
}

/** Confirmations by a word in the address. No text of the address is shown. */
const DONE: Record<string, (count: number) => string> = {
  due: () => toSent('due'),
  dead: () => toSent('dead'),
  'not-dead': () => 'It is not a dead letter.',
  replayed: () => 'Requeued.',
  'replayed-all': (count) => `${toCount(count, 'dead letter')} will be sent again.`,
  dropped: (count) => `${toCount(count, 'event')} deleted.`,
  test: () =>
    'The test order was sent as by a page. Load this page again to see where it is. The API does not convert it.',
  'test-refused': () => 'The proxy did not accept the test order: ringup check --order says why.',
}

export function toDone({ req }: Context): string | undefined {
  const { done = '', count } = req.query()
  const many = Number(count ?? 0)
  if (!Object.hasOwn(DONE, done) || !Number.isSafeInteger(many)) return undefined
  return DONE[done]?.(many)
}

/** What an operator who has signed in does to events, and how it is said that it was done. */
import { type Context, Hono } from 'hono'
import { isReason, toSent } from '../sentences.js'
import { ID, toCount, UUID } from '../words.js'
import type { PageEnv } from './html.js'
import type { PageParts } from './parts.js'

export function createActs({ operator, sendTestOrder }: PageParts): Hono<PageEnv> {
  const app = new Hono<PageEnv>()
  /** What can be done to one event. @returns where it is shown that it was done */
  const acts: Record<string, (id: string) => Promise<string>> = {
    async send(id) {
      const sent = await operator.send(id)
      return `/events/${id}?done=${sent.as}${'id' in sent ? `&id=${sent.id}` : ''}`
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

/** What has just been done, by a word in the address: no sentence of it is from there. */
const DONE: Record<string, (count: number, id: string) => string> = {
  due: () => toSent({ as: 'due' }),
  behind: (_count, id) => toSent({ as: 'behind', id }),
  dead: () => toSent({ as: 'dead' }),
  'not-dead': () => 'It is not a dead letter.',
  replayed: () => 'The dead letter waits again.',
  'replayed-all': (count) => `${toCount(count, 'dead letter')} will be sent again.`,
  dropped: (count) => `${toCount(count, 'event')} deleted.`,
  test: () =>
    'A test order is on its way, as a page would have sent it. Load this page again to see how far it comes; the API converts nothing.',
  'test-refused': () => 'The proxy has not taken the test order: ringup check --order says why.',
}

export function toDone({ req }: Context): string | undefined {
  const { done = '', count, id = '' } = req.query()
  const many = Number(count ?? 0)
  if (!Object.hasOwn(DONE, done) || !Number.isSafeInteger(many)) return undefined
  return DONE[done]?.(many, UUID.test(id) ? id : '')
}

/** Promise: a running proxy reports its conditions to its operator by one POST for each change. It waits for neither. */
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Alert, createPost } from '../../src/proxy/operate/alerts.js'
import { buildEdgeProxy, createEdge } from '../support/edge.js'
import { findPort } from '../support/free-port.js'
import { newFolder, newOrder, ORIGIN } from '../support/proxy.js'
import { openProxy, serve } from '../support/servers.js'
import { send } from '../support/wire.js'

const ALERT = { text: 'This is a test.' } as Alert
let bodies: string[]
beforeEach(() => {
  bodies = []
})

/** @returns its address */
async function listen(answer: (response: ServerResponse) => void): Promise<string> {
  const { url, stop } = await serve(async (request, response) => {
    bodies.push(await text(request))
    answer(response)
  })
  onTestFinished(stop)
  return url
}

const answerWith =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}')

/** Sends an order of another customer each time, because one customer's failures do not show that the API is away. */
const post = (url: string, number: number) =>
  send(url, {
    body: newOrder({
      email: `ada.${number}@mail.example.com`,
      cart_data: { order_number: `A-${number}`, cart_value: 5 },
      cart_items: [{ product_id: 'CUP' }],
    }),
  })

const readAlerts = () => bodies.filter((body) => body.includes('"source":"ringup"'))

test('a key that the API refuses is reported, without data of the customer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const [api, receiver] = [await listen(answerWith(401)), await listen(answerWith(204))]
  const proxy = await openProxy({ apiUrl: api, alertUrl: receiver })
  onTestFinished(proxy.remove)
  for (const number of [1, 2]) await post(proxy.url, number)
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(30_000) // the proxy looks for troubles
      return readAlerts()
    })
    .toHaveLength(1)
  expect(JSON.parse(readAlerts()[0] ?? '')).toMatchObject({ begun: ['credentials'], shop: ORIGIN })
  expect(readAlerts()[0]).not.toMatch(/ada|example\.com|A-/i)
})

test('on Cloudflare the object reports a refused key once', async () => {
  const [api, receiver] = [await listen(answerWith(401)), await listen(answerWith(200))]
  const folder = newFolder()
  const vars = { RINGUP_API_URL: api, RINGUP_ALERT_URL: receiver }
  const edge = createEdge({ bundle: await buildEdgeProxy('edge-alerts'), folder: folder.path, vars })
  onTestFinished(async () => {
    await edge.stop()
    folder.remove()
  })
  await edge.start()
  for (const number of [1, 2]) await post(edge.url, number)
  await expect.poll(readAlerts).toHaveLength(1)
  expect(JSON.parse(readAlerts()[0] ?? '')).toMatchObject({ begun: ['credentials'] })
})

describe('one POST', () => {
  test.each([
    [200, undefined],
    [204, undefined],
    [302, 'it answered 302'],
    [500, 'it answered 500'],
  ])('answered %i', async (status, problem) => {
    const url = await listen(answerWith(status, { location: '/' }))
    expect(await createPost(url)(ALERT)).toBe(problem)
    expect(bodies).toEqual([JSON.stringify(ALERT)])
  })

  test('without an answer is given up', async () => {
    const url = await listen(() => {})
    expect(await createPost(url, 100)(ALERT)).toBe('no answer within 0.1 s')
  })

  test('to a port where no server listens says so', async () => {
    expect(await createPost(`http://127.0.0.1:${await findPort()}/secret`)(ALERT)).toBe('nothing listens there')
  })
})

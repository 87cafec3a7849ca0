/** Promise: a running proxy reports a trouble to its operator by one POST, and its end by another. It waits for neither. */
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Alert } from '../../src/proxy/operate/alerts.js'
import { createPostAlert } from '../../src/proxy/operate/post-alert.js'
import { runCommand } from '../support/command.js'
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
  send(url, { body: newOrder({ email: `ada.${number}@mail.example.com`, cart_data: { order_number: `A-${number}` } }) })

const readAlerts = () => bodies.filter((body) => body.includes('"source":"ringup"'))

/** Lets the proxy look for troubles. */
async function lookForAlerts() {
  await vi.advanceTimersByTimeAsync(30_000)
  return readAlerts()
}

async function startWith(apiUrl: string, alertUrl: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const proxy = await openProxy({ apiUrl, alertUrl })
  onTestFinished(proxy.remove)
  return proxy
}

test('a key that the API refuses is reported, without data of the customer', async () => {
  const [api, receiver] = [await listen(answerWith(401)), await listen(answerWith(204))]
  const proxy = await startWith(api, receiver)
  for (const number of [1, 2]) await post(proxy.url, number)
  await expect.poll(lookForAlerts).toHaveLength(1)
  expect(JSON.parse(readAlerts()[0] ?? '')).toMatchObject({ alert: 'credentials', state: 'begun', shop: ORIGIN })
  expect(readAlerts()[0]).not.toMatch(/ada|example\.com|A-/i)
})

test('a receiver that never answers does not stop events', async () => {
  const [api, receiver] = [await listen(answerWith(401)), await listen(() => {})]
  const proxy = await startWith(api, receiver)
  for (const number of [1, 2]) await post(proxy.url, number)
  await expect.poll(lookForAlerts).toHaveLength(1)
  expect((await post(proxy.url, 3)).status).toBe(202)
  await expect.poll(() => bodies.some((body) => body.includes('A-3'))).toBe(true)
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
  expect(JSON.parse(readAlerts()[0] ?? '')).toMatchObject({ alert: 'credentials', state: 'begun' })
})

describe('one POST', () => {
  test.each([
    [200, { taken: true, status: 200 }],
    [204, { taken: true, status: 204 }],
    [302, { taken: false, cause: 'it answered 302' }],
    [500, { taken: false, cause: 'it answered 500' }],
  ])('answered %i', async (status, posted) => {
    const url = await listen(answerWith(status, { location: '/' }))
    expect(await createPostAlert(url)(ALERT)).toEqual(posted)
    expect(bodies).toEqual([JSON.stringify(ALERT)])
  })

  test('without an answer is given up', async () => {
    const url = await listen(() => {})
    expect(await createPostAlert(url, 100)(ALERT)).toEqual({
      taken: false,
      cause: 'no answer within 0.1 s',
    })
  })

  test('to a port where no server listens says so', async () => {
    expect(await createPostAlert(`http://127.0.0.1:${await findPort()}/secret`)(ALERT)).toEqual({
      taken: false,
      cause: 'nothing listens there',
    })
  })
})

describe('ringup alert --test', () => {
  async function run(args: string[], alertUrl: string) {
    const { code, out, err } = await runCommand(args, { RINGUP_ALERT_URL: alertUrl, RINGUP_ORIGINS: ORIGIN })
    return { code, said: out + err }
  }

  test('says that it was accepted, without the secret of the address', async () => {
    const url = await listen(answerWith(200))
    const { code, said } = await run(['alert', '--test'], `${url}/hooks/secret`)
    expect({ code, said }).toEqual({ code: 0, said: `${new URL(url).host} has taken the test alert (200).\n` })
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
      state: 'test',
      text: `Ringup, ${ORIGIN}: This is a test. It shows what an alert looks like.`,
    })
  })

  test('says why it was not accepted', async () => {
    const host = `127.0.0.1:${await findPort()}`
    const { code, said } = await run(['alert', '--test'], `http://${host}/hooks/secret`)
    expect({ code, said }).toEqual({
      code: 1,
      said: `${host} has not taken the test alert: nothing listens there.\n`,
    })
  })

  test.each([
    [['alert', '--test'], '', 1, /^RINGUP_ALERT_URL is not set/],
    [['alert', '--test'], 'ftp://alerts.example', 1, /RINGUP_ALERT_URL must be an https:\/\/ or http:\/\/ address/],
    [['alert'], 'http://127.0.0.1:1', 2, /--test/],
  ])('%j to %j: exit code %i', async (args, url, expected, sentence) => {
    expect(await run(args, url)).toEqual({ code: expected, said: expect.stringMatching(sentence) })
  })
})

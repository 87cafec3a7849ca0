/**
 * Promise: the proxy's log, metrics, health and pages do not contain data that a page sent or the API answered. The test puts one word
 * into every part of a request and of the API's answers, and searches for it.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../src/proxy/log/standard-log.js'
import { CANARY, EMAIL, SENT, sendWithCanary } from '../support/canary.js'
import { storeDeadLetter } from '../support/dead-letter.js'
import { API_KEY, newFolder, newOrder } from '../support/proxy.js'
import { type OwnProxy, openProxy, type Served, serve } from '../support/servers.js'
import { until } from '../support/until.js'

let api: Served
let proxy: OwnProxy
let folder: ReturnType<typeof newFolder>
let logged = ''
const write = (line: string) => {
  logged += line
}
const statuses = new Set<number>()
/** Requests that Node or its adapter refuses. */
const NO_REQUESTS = [
  `${CANARY}\r\n\r\n`,
  `POST /${CANARY} HTTP/1.1\r\n${CANARY}: ${CANARY}\r\n\r\n`,
  `POST /ringup HTTP/1.1\r\nHost: ${CANARY}@${CANARY}\r\nContent-Length: 0\r\n\r\n`,
  `POST /ringup HTTP/1.1\r\nHost: ${CANARY}\r\nContent-Length: ${CANARY}\r\n\r\n`,
  `GET /ringup HTTP/1.1\r\nHost: x\r\nCookie: ${CANARY.repeat(8_000)}\r\n\r\n`,
]
const answers: string[] = []

/** @returns the answer until the connection closes */
async function say(bytes: string): Promise<string> {
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => {}) // the server may close the connection
  let said = ''
  socket.on('data', (chunk) => (said += chunk))
  socket.write(bytes)
  await once(socket, 'close')
  return said
}

beforeAll(async () => {
  api = await openApi()
  folder = newFolder()
  const own = { apiUrl: api.url, database: join(folder.path, 'ringup.db') }
  await storeDeadLetter(own, newOrder({ email: EMAIL }), JSON.stringify({ [CANARY]: EMAIL }))
  proxy = await openProxy(own, { log: createLog({ write }) })
  for (const sent of SENT) statuses.add(await sendWithCanary(proxy.url, sent))
  for (const bytes of NO_REQUESTS) answers.push(await say(bytes))
  await until(() => logged.includes('api_away'))
})
afterAll(async () => {
  await proxy.remove()
  folder.remove()
  api.stop()
})

/** Refuses the first event, fails for the second, and refuses the key from then on. */
function openApi(): Promise<Served> {
  const answers = [422, 500]
  return serve((_request, response) => {
    const headers = { 'content-type': `application/json;${CANARY}`, 'retry-after': CANARY, [`x-${CANARY}`]: CANARY }
    response.writeHead(answers.shift() ?? 401, CANARY, headers).end(JSON.stringify({ [CANARY]: EMAIL }))
  })
}

const read = async (path: string) => (await fetch(proxy.adminUrl + path)).text()
const SECRET = [CANARY, '192.0.2.77', '127.0.0.1', API_KEY, Buffer.alloc(32, 7).toString('base64')]

test('the requests get every kind of answer', () => {
  expect([...statuses].sort()).toEqual([200, 202, 204, 400, 403, 404, 405, 415, 422])
})

test('an invalid request is answered without quoting it', () => {
  expect(answers.map((answer) => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])).toEqual(['400', '400', '400', '400', '431'])
  expect(answers.filter((answer) => answer.toLowerCase().includes(CANARY))).toEqual([])
})

describe('the log', () => {
  test.each(SECRET)('has no %s', (secret) => {
    expect(logged.toLowerCase()).not.toContain(secret.toLowerCase())
  })
})

describe.each(['/metrics', '/health'])('%s', (path) => {
  test.each(SECRET)('has no %s', async (secret) => {
    const text = await read(path)
    expect(text.length).toBeGreaterThan(100)
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  })
})

describe.each(['/', '/events?state=waiting', '/events?state=dead'])('the page at %s', (path) => {
  /** The operator sees two things of a refused request: its origin, and its list. */
  const readOwn = async () =>
    (await read(path)).replaceAll(`https://${CANARY}.example`, '').replaceAll(`RINGUP_LISTS. ${CANARY}`, '')

  test.each(SECRET)('has no %s', async (secret) => {
    const text = await readOwn()
    expect(text.length).toBeGreaterThan(100)
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  })
})

test('the page still shows a refused origin', async () => {
  await expect.poll(() => read('/')).toContain(`https://${CANARY}.example`)
})

test('health still says what is wrong', async () => {
  expect(JSON.parse(await read('/health'))).toMatchObject({
    state: 'degraded',
    conditions: expect.arrayContaining([expect.objectContaining({ name: 'credentials' })]),
  })
})

test('metrics still count', async () => {
  const text = await read('/metrics')
  expect(text).toContain('ringup_requests_refused_total{code="shape"}')
  expect(text).toMatch(/^ringup_dead\{reason="refused"\} 1$/m)
})

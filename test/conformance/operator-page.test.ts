/**
 * Promise: the operator's page shows and does what it should, for signed-in operators only, on each database. Page, metrics, health and
 * log do not contain customers' data unless it was revealed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../support/engines/test-database.js'
import { describeDatabases } from '../support/engines.js'
import { ADMIN_TOKEN, ANSWER, type OperatorProxy, startOperatorProxy } from '../support/operator-proxy.js'
import { openProxy } from '../support/servers.js'

describeDatabases('the operator’s page', (newDatabase) => {
  let database: TestDatabase
  let ringup: OperatorProxy
  let cookie = ''

  beforeAll(async () => {
    database = await newDatabase()
    ringup = await startOperatorProxy({ database: database.name })
    const { headers } = await post('/sign-in', { token: ADMIN_TOKEN })
    cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  })
  afterAll(async () => {
    await ringup.remove()
    await database.remove()
  })

  async function ask(path: string, { headers, ...more }: RequestInit = {}) {
    const answer = await fetch(ringup.adminUrl + path, { redirect: 'manual', ...more, headers: { cookie, ...headers } })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  const FORM = 'application/x-www-form-urlencoded'
  const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': FORM, origin: ringup.adminUrl, ...headers },
      body: new URLSearchParams(fields).toString(),
    })

  describe('shows', () => {
    test('the share, a condition with its action, why events wait, and refused requests', async () => {
      const read = async () => (await ask('/')).text
      await expect.poll(read).toContain('<strong>The API has no list of an id in RINGUP_LISTS.') // counted each second
      const text = await read()
      expect(text).toContain('<h1>1 of 3 orders in 24 hours (33.3 %) reached the API whole.</h1>')
      expect(text).toMatch(/1 order waits.* The API asked to retry later\./)
      expect(text).toContain('https://not-the-shop.example (1 time)')
      expect(text).not.toContain('All is well.')
    })

    test('waiting events, oldest first, and dead letters by reason', async () => {
      const { text } = await ask('/events?state=waiting')
      const ids = text.match(/(?<=href="\/events\/)[\da-f-]{36}(?=")/g)
      const { waiting, unknownList } = ringup.events
      expect(ids).toEqual([waiting.id, unknownList.id])
      const dead = (await ask('/events?state=dead&reason=refused')).text
      expect(dead).toContain(`/events/${ringup.events.refused.id}`)
      expect((await ask('/events?state=dead&reason=expired')).text).toContain('No events.')
    })

    test('an event’s attempts', async () => {
      const read = async (name: keyof typeof ringup.events) => (await ask(`/events/${ringup.events[name].id}`)).text
      expect(await read('refused')).toMatch(/accepted<\/strong>.*try 1: refused \(422\)/s)
      expect(await read('delivered')).toMatch(/accepted<\/strong>.*try 1: delivered \(200\)/s)
      expect(await read('waiting')).toMatch(/order placed.*try 1: busy \(503\).*next try<\/strong> in /s)
    })

    test('the action for an event, and the field that the API refused', async () => {
      const { text } = await ask(`/events/${ringup.events.refused.id}`)
      expect(text).toMatch(/<h1>Order …02 .*What to do:<\/strong> Correct the field .*<code>birthdate<\/code>/s)
    })

    test('events by e-mail address, by number, and by both, without an address in the URL', async () => {
      const find = async (what: string) => (await post('/find', { what })).text
      expect(await find('max-secret@mail.example.com')).toContain('<h1>Sign-up ')
      expect(await find('ADA-secret@mail.example.com')).toMatch(/<h1>Order .*delivered<\/span><\/h1>/s)
      expect(await find('1002 bob-secret@mail.example.com')).toContain('<h1>Order 1002 ')
      expect(await find('1002 ada-secret@mail.example.com')).toContain('One came under another')
      expect(await find('nobody@mail.example.com')).toContain('No event of this e-mail address is here')
    })
  })

  test('an event has no customer’s data, unless it is revealed, which is logged', async () => {
    const path = `/events/${ringup.events.refused.id}`
    expect((await ask(path)).text).not.toMatch(/secret|(?<![\w-])1002(?![\w-])|Not a date/)
    const { text } = await post(`${path}/reveal`)
    expect(text).toContain('bob-secret@mail.example.com')
    expect(text).toContain(ANSWER.replaceAll('"', '&quot;'))
    const { id } = ringup.events.refused
    await expect.poll(() => ringup.logged).toContainEqual({ event: 'operator', act: 'reveal', id, count: 1 })
    expect(JSON.stringify(ringup.logged)).not.toMatch(/secret|(?<![\w-])100[12](?![\w-])/)
  })

  describe('is refused to others', () => {
    const ACTS = ['send', 'replay', 'drop', 'reveal']

    test.each<[who: string, headers: () => Record<string, string>]>([
      ['of another site', () => ({ origin: 'https://evil.example' })],
      ['of another port of this machine', () => ({ origin: 'http://127.0.0.1:1' })],
      ['of a sandboxed frame', () => ({ origin: 'null' })],
      ['whom the browser calls cross-site', () => ({ origin: 'null', 'sec-fetch-site': 'cross-site' })],
      ['whom the browser calls same-site', () => ({ origin: 'null', 'sec-fetch-site': 'same-site' })],
    ])('%s, though it has the cookie', async (_who, toHeaders) => {
      for (const name of ACTS) {
        const { status } = await post(`/events/${ringup.events.refused.id}/${name}`, {}, toHeaders())
        expect([name, status]).toEqual([name, 403])
      }
      expect((await post('/sign-in', { token: ADMIN_TOKEN }, toHeaders())).headers.get('set-cookie')).toBeNull()
      expect((await ask('/events?state=dead')).text).toContain(ringup.events.refused.id)
    })

    test.each<[what: string, value: () => string]>([
      ['none', () => ''],
      ['one made up', () => `ringup=${Date.now() + 1e6}.abc`],
      ['one from the future', () => cookie.replace(/=\d+/, `=${Date.now() + 1e9}`)],
      ['an expired one', () => cookie.replace(/=\d+/, '=1')],
    ])('without a session: %s', async (_what, toValue) => {
      for (const name of ACTS) {
        const { status, text } = await post(`/events/${ringup.events.refused.id}/${name}`, {}, { cookie: toValue() })
        expect([name, status, text.includes('secret')]).toEqual([name, 403, false])
      }
      expect((await post('/reasons/refused/drop', {}, { cookie: toValue() })).status).toBe(403)
      expect((await ask('/events?state=dead')).text).toContain(ringup.events.refused.id)
    })

    test('GET does not change anything', async () => {
      for (const name of ACTS) {
        expect((await ask(`/events/${ringup.events.refused.id}/${name}`)).status).toBe(404)
      }
    })
  })
})

test('a shop without an event sees its tag, without empty boxes or lists', async () => {
  const proxy = await openProxy()
  const text = await (await fetch(proxy.adminUrl)).text()
  expect(text).toContain('<h1>Waiting for your first order.</h1>')
  expect(text).toContain('&lt;script async src=&quot;/ringup/ringup.js&quot;')
  expect(text).not.toMatch(/<table|id="refused"/)
  await proxy.remove()
})

// @vitest-environment happy-dom
/** Promise: without consent, storage and databases are not even opened. `consent.story` has the events. */
import { expect, test, vi } from 'vitest'
import { openPage, START_MS, stubStorage } from '../page.js'

const settings = { consent: 'required' }
const raw = { passed: [{ email: 'ada@example.com' }] }
const order = { id: 'a', kind: 'convert', at: START_MS, raw } as const

test('storage is not read before the choice', async () => {
  const read = vi.fn()
  stubStorage({ getItem: read })
  const page = openPage({ settings })
  await page.enqueue(order).result
  await page.flush()
  expect(read.mock.calls).toEqual([])
})

test('no database is opened before the choice', async () => {
  const open = vi.fn()
  vi.stubGlobal('indexedDB', { open })
  await openPage({ settings }).enqueue(order).result
  expect(open.mock.calls).toEqual([])
})

test('an acknowledgement after a denial does not open a database', async () => {
  const open = vi.fn()
  let acknowledge = () => {}
  const answer = () =>
    new Promise((resolve) => {
      acknowledge = () => resolve(Response.json({ ok: true, id: 'a' }, { status: 202 }))
    })
  const page = openPage({ answer })
  const { result } = page.enqueue(order)
  page.consent('denied')
  vi.stubGlobal('indexedDB', { open })
  acknowledge()
  expect([await result, open.mock.calls]).toMatchObject([{ status: 'accepted' }, []])
})

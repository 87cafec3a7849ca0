// @vitest-environment happy-dom
/** Promise: every call has one outcome, whatever gathering returns. The page is told, without personal data. */
import { describe, expect, test, vi } from 'vitest'
import { report } from '../../../../src/snippet/core/call.js'
import type { Report } from '../../../../src/snippet/core/event.js'
import { accept, answer, away, openPage } from '../page.js'

const email = 'ada@example.com'
const payload = ({ email }: { email: string }): Report => ({
  raw: { emails: [email], problems: [{ field: 'selectors.cart_value', code: 'bad_selector' }] },
})

async function open(options = {}) {
  const page = openPage(options)
  const call = (read: () => Report | string | Promise<Report | string>) =>
    report(page.snippet, { kind: 'convert', at: Date.now() }, read)
  return { ...page, call }
}

describe('the results of gathering', () => {
  test.each<[string, string, () => Report | string | Promise<Report | string>]>([
    ['no_order', 'a problem of the call', () => 'no_order'],
    ['unreadable', 'the page throws', () => { throw new Error('ada@example.com') }], // biome-ignore format: a row
    ['unreadable', 'the page throws a text', () => { throw 'ada@example.com' }], // biome-ignore format: a row
    ['unreadable', 'the page rejects', () => Promise.reject(new Error('ada@example.com'))],
  ])('rejected, %s (%s)', async (reason, _what, read) => {
    const page = await open()
    const outcome = await page.call(read)
    expect(outcome).toMatchObject({ status: 'rejected', reason })
    expect([page.sent(), JSON.stringify(outcome).includes(email)]).toEqual([[], false])
  })

  test.each([
    ['queued', away],
    ['accepted', accept],
  ])('%s: the page’s own problems stay with the outcome', async (status, answer) => {
    const page = await open({ answer })
    const outcome = await page.call(() => payload({ email }))
    expect([outcome.status, outcome.problems]).toEqual([
      status,
      expect.arrayContaining([{ field: 'selectors.cart_value', code: 'bad_selector' }]),
    ])
  })
})

test.each([[{ problems: [null] }], [{ problems: [{ title: 'Bad' }] }], [{ fields: { email: 'bad' } }]])(
  'a strange answer does not reject the promise: %j',
  async (fields) => {
    const { convert } = openPage({ answer: answer(422, {}, JSON.stringify({ ok: false, code: 'x', ...fields })) })
    expect(await convert({ email })).toMatchObject({ status: 'rejected', reason: 'x' })
  },
)

test('a page may have another Promise than the browser’s', async () => {
  const page = await open()
  vi.stubGlobal('Promise', class extends Promise<unknown> {})
  expect(await page.call(async () => payload({ email }))).toMatchObject({ status: 'accepted' })
})

describe('the announcement', () => {
  test('the document gets the outcome as an event, after the task of the call', async () => {
    const page = await open()
    const outcome = page.call(() => 'no_order')
    expect(page.heard).toEqual([])
    expect(await outcome).toEqual(page.heard[0])
  })

  test('a listener that calls again does not run within the call', async () => {
    const page = await open()
    let depth = 0
    const listen = () => {
      depth += 1
      expect(depth).toBe(1)
      void page.call(() => 'no_order')
      depth -= 1
    }
    document.addEventListener('ringup', listen, { once: true })
    await page.call(() => 'no_order')
    await expect.poll(() => page.heard).toHaveLength(2)
  })
})

test('ids are random UUIDs, version 4, of all sixteen digits', async () => {
  const page = await open()
  const ids = await Promise.all(Array.from({ length: 200 }, async () => (await page.call(() => 'no_order')).id))
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([])
  expect([new Set(ids).size, new Set(ids.join('').replace(/-/g, '')).size]).toEqual([200, 16])
})

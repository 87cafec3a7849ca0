/**
 * Promise: an answer that is not the proxy's own acknowledgement does not lose the order. The order is stored, and the next page sends
 * it.
 * This file has one answer of each kind that browsers treat specially. test/rules/snippet/transport.test.ts has every status.
 */
import { convert, expect, readEffects, readWaiting, test, toIds } from '../support/storefront.js'

const HTML = { 'content-type': 'text/html' }
const JSON_TYPE = { 'content-type': 'application/json' }

const ANSWERS: [what: string, status: number, headers: Record<string, string>, body: string][] = [
  ['the page of a captive portal', 200, HTML, '<!doctype html><title>Welcome to the hotel</title>'],
  ['an empty 202', 202, {}, ''],
  ['a 202 that was cut off', 202, JSON_TYPE, '{"ok":true,"id":'],
  ['a redirect to a login', 302, { location: '/login' }, ''],
  ['a 403', 403, HTML, '<!doctype html>Forbidden'],
  ['a 503', 503, {}, ''],
  ['a stranger’s 400', 400, {}, '<h1>Bad Request</h1>'],
  ['a stranger’s 422', 422, {}, '{"message":"blocked"}'],
  ['a stranger’s 451', 451, {}, '<h1>Blocked by your network</h1>'],
]

test('an order with a wrong answer is queued, and the next page sends it', async ({ storefront, api, page }) => {
  const numbers: string[] = []
  for (const [what, ...answer] of ANSWERS) {
    const order = await storefront.newOrder()
    numbers.push(order.cart_data.order_number)
    storefront.answerWith(...answer)
    await page.goto('/')
    expect(await convert(page, order), what).toMatchObject({ status: 'queued', reason: expect.stringMatching(/./) })
    expect(await readWaiting(page), what).toHaveLength(1)
    storefront.bringProxyBack()
    await page.goto('/')
    await expect.poll(() => readEffects(api), what).toEqual(numbers)
    await expect.poll(() => readWaiting(page), what).toEqual([])
  }
  expect(toIds(storefront)).toHaveLength(ANSWERS.length)
})

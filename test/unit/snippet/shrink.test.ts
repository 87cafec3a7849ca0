/** An order longer than aimed at loses what the API can do without, step by step, and says what went. */
import { describe, expect, test } from 'vitest'
import { AIM_BYTES } from '../../../src/contract/limits.js'
import type { WaitingEvent } from '../../../src/snippet/event.js'
import { shrink } from '../../../src/snippet/shrink.js'

const item = { product_id: 'KC-1', name: 'Mug', product_url: 'https://shop.example/mug' }
const described = (length: number) => ({
  ...item,
  description: 'x'.repeat(length),
  image_url: 'https://shop.example/1',
})
const toOrder = (cart_items: object[], cart_data: object = {}) =>
  ({
    id: 'a',
    kind: 'convert',
    at: 0,
    body: {
      email: 'ada@example.com',
      cart_data: { order_number: 'A-1', cart_item_count: 90, ...cart_data },
      cart_items,
    },
  }) as unknown as WaitingEvent

function run(event: WaitingEvent, aim?: number) {
  const { envelope, bytes } = shrink(event, aim)
  const { body } = JSON.parse(envelope)
  return { body, bytes, truncated: body.cart_data?.truncated }
}

describe('the steps, each only when the one before was not enough', () => {
  test('an order no longer than aimed at goes as it is', () => {
    const order = toOrder([described(15_000)])
    const { body, truncated } = run(structuredClone(order))
    expect([body, truncated]).toEqual([order.body, undefined])
  })

  test('descriptions and image addresses go, and 60 items stay', () => {
    const { body, truncated } = run(toOrder(Array(60).fill(described(300))))
    expect([body.cart_items, truncated]).toEqual([Array(60).fill(item), 'descriptions'])
  })

  test('then items past the fiftieth, and the count is still of the full cart', () => {
    const items = Array.from({ length: 90 }, () => ({ ...described(300), name: 'x'.repeat(200) }))
    const { body, truncated } = run(toOrder(items))
    expect([body.cart_items.length, body.cart_data.cart_item_count, truncated]).toEqual([50, 90, 'descriptions,items'])
  })

  test('then long additional keys', () => {
    const cart = { currency: 'EUR', impressions: 'x'.repeat(20_000), layers: 'y'.repeat(250) }
    const { body, truncated } = run(toOrder([{ ...item, brand: 'Kiln' }], cart))
    expect(body.cart_data).toEqual({
      order_number: 'A-1',
      cart_item_count: 90,
      currency: 'EUR',
      layers: 'y'.repeat(250),
      truncated: 'keys',
    })
    expect([body.cart_items, truncated]).toEqual([[{ ...item, brand: 'Kiln' }], 'keys'])
  })

  test('then all of them', () => {
    const cart = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key_${index}`, 'x'.repeat(250)]))
    const { body, truncated } = run(toOrder([{ ...item, brand: 'Kiln' }], cart))
    expect(body.cart_data).toEqual({ order_number: 'A-1', cart_item_count: 90, truncated: 'keys' })
    expect([body.cart_items, truncated]).toEqual([[item], 'keys'])
  })

  test('what went before stays named when a server takes less', () => {
    const order = toOrder(Array(60).fill(described(300)), { currency: 'EUR' })
    shrink(order)
    expect(run(order, 0).body.cart_data).toEqual({
      order_number: 'A-1',
      cart_item_count: 90,
      truncated: 'descriptions,items,keys',
    })
  })

  test('a step that finds nothing is not named', () => {
    expect(run(toOrder([item], { note: 'x'.repeat(20_000) })).truncated).toBe('keys')
  })

  test('product ids, names and addresses never go', () => {
    const long = { product_id: 'x'.repeat(9_000), name: 'n'.repeat(9_000), product_url: 'u'.repeat(9_000) }
    expect(run(toOrder([long])).body.cart_items).toEqual([long])
  })
})

test('after it the order is no longer than aimed at, in UTF-8, whatever was long', () => {
  for (const cart of [
    { a: 'ü'.repeat(20_000) },
    Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${i}`, 'é"'.repeat(20)])),
  ])
    expect(run(toOrder([item], cart)).bytes).toBeLessThanOrEqual(AIM_BYTES)
})

test('an order without cart says it too', () => {
  const order = toOrder(Array(60).fill(described(300)))
  Reflect.deleteProperty(order.body, 'cart_data')
  expect(run(order).body.cart_data).toEqual({ truncated: 'descriptions' })
})

test('a sign-up stays whole: nothing would tell that a field went', () => {
  const event = {
    id: 'a',
    kind: 'addToList',
    list: 'n',
    at: 0,
    body: { email: 'a@b.example', note: 'x'.repeat(20_000) },
  } as const
  expect(run(event).body).toEqual(event.body)
})

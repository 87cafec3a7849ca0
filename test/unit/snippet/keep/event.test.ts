/** An event is the same as another when it says the same, and no library of the page makes two of one or one of two. */
import { afterEach, expect, test } from 'vitest'
import { createEvent } from '../../../../src/snippet/keep/event.js'

afterEach(() => void Reflect.deleteProperty(Array.prototype, 'toJSON'))

const create = (order_number: string) =>
  createEvent(
    'a',
    { kind: 'convert', said: { emails: ['ada@example.com'], passed: [{ cart_data: { order_number } }] } },
    0,
  )

test('two orders are two where arrays become texts, as with Prototype', () => {
  Reflect.set(Array.prototype, 'toJSON', () => 'a text')
  expect(create('1001').identity).not.toBe(create('1002').identity)
})

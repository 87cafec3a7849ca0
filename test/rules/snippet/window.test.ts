/** Promise: the script's globals on `window` are typed, so a page in TypeScript cannot misspell them. */
import { expectTypeOf, test } from 'vitest'
import type { Outcome } from '../../../src/snippet/module.js'
import type { Ringup } from '../../../src/snippet/window.js'

/** Compiled but never run. */
const page = () => {
  window.ringup = { convertOn: 'purchase', selectors: { items: { each: 'tr', price: '.price' } } }
  void window.convert({ email: 'ada@example.com', cart_items: [{ product_id: 'MUG-1', price: 1299, colour: 'blue' }] })
  void window.addToList('newsletter', { email: 'ada@example.com', favourite_tea: 'green' })
  // @ts-expect-error an unknown field, and the required one is missing
  void window.convert({ cart_items: [{ prodct_id: 'MUG-1' }] })
  // @ts-expect-error the number belongs into cart_data
  void window.convert({ order_number: 'x' })
  // @ts-expect-error amounts are not objects
  void window.convert({ cart_data: { cart_value: { amount: 12 } } })
  // @ts-expect-error an unknown setting
  window.ringup = { convertsOn: 'purchase' }
  // @ts-expect-error an unknown word of a setting
  window.ringup = { consent: 'granted' }
  // @ts-expect-error consent has two words
  window.ringup.consent('yes')
}

test('a page that spells them right compiles', () => {
  expectTypeOf(page).toBeFunction()
})

test('the globals have the types of the functions', () => {
  expectTypeOf<Window['convert']>().returns.toEqualTypeOf<Promise<Outcome>>()
  expectTypeOf<Window['addToList']>().returns.toEqualTypeOf<Promise<Outcome>>()
  expectTypeOf<Window['ringup']>().toEqualTypeOf<Ringup>()
  expectTypeOf<Awaited<ReturnType<Ringup['status']>>['storage']>().toEqualTypeOf<'local' | 'memory'>()
})

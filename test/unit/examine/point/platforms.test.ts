// @vitest-environment happy-dom
/** Promise: on platforms without a recipe, pointing finds what the page has, and says what the page lacks. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type FieldSelectors, toSelectors } from '../../../../src/contract/selectors.js'
import { readOwnText } from '../../../../src/examine/point/own-text.js'
import { propose, type Target } from '../../../../src/examine/point/propose.js'
import { readOrder } from '../../../../src/examine/read-order.js'
import { DEFAULTS } from '../../../../src/snippet/core/settings.js'

const PAGES = 'test/unit/examine/point/pages'

function show(name: string, folder = PAGES) {
  const html = readFileSync(`${folder}/${name}.html`, 'utf8')
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  document.body.innerHTML = parsed.body.innerHTML
  document.body.id = parsed.body.id
  document.body.className = parsed.body.className
}

/** Points at texts of the page, by what they are. The number comes first. */
function point({ items, ...texts }: Partial<Record<Target, string>>): FieldSelectors {
  const all = [...document.body.querySelectorAll('*')]
  let known: FieldSelectors = {}
  for (const [target, text] of Object.entries({ ...texts, ...(items && { items }) })) {
    const element = all.find((each) => readOwnText(each).includes(text)) as Element
    const proposal = propose(target as Target, element, document.body, known)
    known = { ...known, ...('selectors' in proposal && proposal.selectors) }
  }
  return known
}

const read = (selectors: FieldSelectors) => readOrder({ ...DEFAULTS, endpoint: '', selectors: toSelectors(selectors) })

const MUG_AND_TEA = [
  { product_id: '34', name: 'Blue mug', item_qty: 2, qty_price: 2598, price: 1299 },
  { product_id: '7', name: 'Green tea', item_qty: 1, qty_price: 1100, price: 1100 },
]
test.each(['zen-cart', 'vendure', 'shuup', 'thirty-bees', 'bagisto'])(
  'on %s nothing is found before a person points',
  (name) => {
    show(name)
    expect(read({}).body.cart_data).toEqual({})
  },
)

describe('pointing finds all that the page has', () => {
  test.each([
    ['zen-cart', PAGES, { items: 'Blue mug', order_number: '1187', cart_value: '$41.97' }, '1187', 4197, MUG_AND_TEA],
    [
      'vendure',
      PAGES,
      // Nothing on this page tells a finished order from a cart, so its products need lines in the template.
      { items: 'Floor lamp', order_number: 'T3K9XQ2M', cart_value: '€1,212.50' },
      'T3K9XQ2M',
      121250,
      undefined,
    ],
    ['thirty-bees', PAGES, { order_number: '#000187', cart_value: '€41.97' }, '000187', 4197, undefined],
    ['bagisto', PAGES, { order_number: '#88' }, '88', undefined, undefined],
    [
      'woocommerce',
      'src/recipes/woocommerce',
      { items: 'Huile dure', order_number: '4711', cart_value: '1\u202f071,76' },
      '4711',
      107176,
      [
        { name: 'Chaise en frêne - Naturel', item_qty: 4, qty_price: 104796, price: 26199 },
        { name: 'Huile dure, 1 l', item_qty: 1, qty_price: 2380 },
      ],
    ],
    [
      'shopware-6',
      'src/recipes/shopware',
      { items: 'Kabelhalter...', order_number: '#10042', cart_value: '1.052,95' },
      '10042',
      105295,
      [
        { product_id: 'SW-1001.2', name: 'Schreibtisch Eiche geölt, höhenverstellbar', item_qty: 2, qty_price: 104796 },
        { product_id: 'SW-77', name: 'Kabelhalter', item_qty: 1, qty_price: 1000 },
      ],
    ],
  ])('on %s', (name, folder, texts, number, value, items) => {
    show(name, folder)
    const { body } = read(point(texts))
    expect([body.cart_data?.order_number, body.cart_data?.cart_value]).toEqual([number, value])
    expect(body.cart_items).toEqual(items?.map((item) => expect.objectContaining(item)))
  })

  test('on Shuup the total only, because its page has no product IDs', () => {
    show('shuup')
    const selectors = point({ items: 'Blue mug', cart_value: '€41.97' })
    expect(Object.keys(selectors)).toEqual(['cart.cart_value'])
    expect(read(selectors).body.cart_data).toMatchObject({ cart_value: 4197, currency: '€' })
  })
})

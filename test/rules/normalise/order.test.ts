/** Promise: the sources of an order become one conversion. A field that cannot be read is left out and named. */
import { describe, expect, test } from 'vitest'
import { Raw } from '../../../src/contract/raw.js'
import { readRaw } from '../../../src/normalise/index.js'

type Fields = Record<string, unknown>
const email = 'ada@example.com'

function read(said: Raw) {
  const { body, problems } = readRaw('convert', { emails: [email], ...said })
  const others = problems.filter(({ code }) => code !== 'no_value') // most orders here have only the fields of their test
  if (body.cart_data?.order_number === NUMBER) delete body.cart_data.order_number
  return { ...body, problems: others.map(({ field, code }) => `${field}: ${code}`) }
}
/** The number of orders whose test is about other fields. The reader chooses only an order with a number or items. */
const NUMBER = 'N-1'
const found = (order: Fields): Raw => {
  const number = 'id' in order || 'transaction_id' in order ? {} : { transaction_id: NUMBER }
  return { entries: [{ event: 'purchase', ecommerce: { ...order, ...number } }] }
}
const passed = (...orders: Fields[]): Raw => ({ passed: orders })
const readItem = (item: Fields) => read(found({ items: [{ product_id: 'a', ...item }] })).cart_items?.[0]

describe('a field of a later source wins', () => {
  test('found < named JSON < named < the shop’s function < passed, each field on its own', () => {
    const { cart_data } = read({
      ...found({ value: 1, coupon: 'FOUND', a: 'found', b: 'found', c: 'found', d: 'found', e: 'found' }),
      named: { json: { b: 'json', c: 'json', d: 'json', e: 'json' }, order: { c: 'named', d: 'named', e: 'named' } },
      passed: [{ cart_data: { d: 'function', e: 'function' } }, { cart_data: { e: 'call', cart_value: 500 } }],
    })
    const letters = { a: 'found', b: 'json', c: 'named', d: 'function', e: 'call' }
    expect(cart_data).toEqual({ cart_value: 500, promo: 'FOUND', ...letters })
  })

  test('whatever its name is', () => {
    const { cart_data } = read({ ...found({ transaction_id: '15' }), named: { order: { order_number: 'XKBK' } } })
    expect(cart_data).toEqual({ order_number: 'XKBK' })
  })

  test('items replace the others as a whole', () => {
    const { cart_items } = read({
      ...found({ items: [{ id: 'a' }, { id: 'b' }] }),
      ...passed({ cart_items: [{ product_id: 'b' }] }),
    })
    expect(cart_items).toEqual([{ product_id: 'b' }])
  })

  test('an undefined, null or blank value does not count', () => {
    const { cart_data } = read({
      ...found({ coupon: 'A' }),
      ...passed({ cart_data: { promo: null, note: null } }, { cart_data: { promo: ' ' } }),
    })
    expect(cart_data).toEqual({ promo: 'A' })
  })

  test('a field that cannot be read is left out, and no earlier source replaces it', () => {
    const { cart_data, problems } = read({ ...found({ value: 58.8 }), ...passed({ cart_data: { cart_value: 58.8 } }) })
    expect([cart_data, problems]).toEqual([{}, ['cart_data.cart_value: not_cents']])
  })
})

const shown = (cart_value: unknown, more: Fields = {}): Raw => ({ ...more, named: { order: { cart_value } } }) as Raw
const ofCaller = (cart_value: unknown) => passed({ cart_data: { cart_value } })
const money = (amount: string, currencyCode: string) => found({ value: { amount, currencyCode } })

test.each<[string, Raw, cents: number | string]>([
  ['data is decimal', found({ value: '45.500' }), 4550],
  ['data of a currency without decimals', found({ currency: 'CLP', value: '19.990' }), 'ambiguous_amount'],
  ['data with a comma may be two', found({ value: '1,299' }), 'ambiguous_amount'],
  ['a shown amount groups', shown('€1.299'), 129900],
  ['a text for machines is data', shown({ data: '1.299' }), 130],
  ['a currency of three decimals', shown('1.299', found({ currency: 'KWD' })), 130],
  [
    'the currency of the later source',
    { ...found({ currency: 'EUR' }), named: { order: { cart_value: '1.299', currency: 'KWD' } } },
    130,
  ],
  ['the sign that the shop has set', shown('1.299', { decimal: '.' }), 130],
  ['an amount with a currency of its own', money('129.900', 'COP'), 'ambiguous_amount'],
  ['an object of amount and currency', money('12.50', 'EUR'), 1250],
  ['a caller passes whole cents', ofCaller('1999'), 1999],
  ['a caller passes decimals', ofCaller(58.8), 'not_cents'],
  ['a caller passes text', ofCaller('58.80'), 'not_cents'],
  ['no amount', found({ value: 'free' }), 'unreadable'],
  ['a refund', found({ value: -5 }), 'unreadable'],
])('each source has its unit: %s', (_what, said, cents) => {
  const { cart_data, problems } = read(said)
  const expected = typeof cents === 'number' ? [cents, []] : [undefined, [`cart_data.cart_value: ${cents}`]]
  expect([cart_data?.cart_value, problems]).toEqual(expected)
})

test.each<[string, Raw, string | undefined]>([
  ['a mark', { marked: { order: { order_number: '1', cart_value: '€1,769.19' } } }, '€'],
  ['a named element', { named: { order: { cart_value: 'CHF 1’769.19' } } }, 'CHF'],
  ['a named text for machines', { named: { order: { cart_value: { data: '1769.19 EUR' } } } }, 'EUR'],
  ['the data layer', found({ value: '$1,769.19' }), '$'],
  ['several lines', { named: { order: { cart_value: 'Total: € 25.50\n2 items' } } }, '€'],
  ['two sources', { ...found({ value: '$5.00' }), named: { order: { cart_value: '€5.00' } } }, '€'],
  ['an order that names its currency', found({ value: '$1,769.19', currency: 'CAD' }), 'CAD'],
  [
    'an order that names it by another name',
    { ...found({ priceCurrency: 'CAD' }), named: { order: { cart_value: '$5' } } },
    undefined,
  ],
  ['an unreadable amount', { named: { order: { cart_value: '€ 5 or € 6' } } }, undefined],
  [
    'a total that the caller passes',
    { ...found({ value: '€5.00' }), ...passed({ cart_data: { cart_value: 500 } }) },
    undefined,
  ],
])('the printed currency of %s travels with the order', (_what, said, currency) => {
  expect(read(said).cart_data?.currency).toBe(currency)
})

describe('sums and counts are computed if they are missing', () => {
  test.each<[object[], number | undefined, number | undefined, string]>([
    [[{ product_id: 'a', price: 4.5, item_qty: 3 }], 1350, 3, 'price × quantity'],
    [[{ product_id: 'a', price: 4.5, item_qty: 3, qty_price: 12 }], 1200, 3, 'given'],
    [[{ product_id: 'a', price: 4.5, item_qty: 1.5 }], undefined, undefined, 'no quantity'],
    [[{ product_id: 'a', item_qty: 2 }], undefined, 2, 'no price'],
    [[{ product_id: 'a', price: 4.5, item_qty: 0 }], 0, 0, 'none'],
    [[{ product_id: 'a', price: 1e13, item_qty: 1e6 }], undefined, 1e6, 'too large to be exact'],
  ])('%j costs %j for %j (%s)', (items, qty_price, cart_item_count) => {
    const { cart_data, cart_items } = read(found({ items }))
    expect([cart_items?.[0]?.qty_price, cart_data?.cart_item_count]).toEqual([qty_price, cart_item_count])
  })

  const counted = (...quantities: unknown[]) => found({ items: quantities.map((quantity) => ({ id: 'a', quantity })) })
  const one = found({ items: [{ id: 'a' }] })
  const NO_QUANTITY = 'cart_items.0.quantity: unreadable'
  const NO_SUM = 'cart_data.cart_value: no_sum'
  const cutCart = { cart_item_count: 60, truncated: 'texts,rows' }
  const lost = [0, 1, 2].map((place) => `cart_items.${place}: no_product_id`)
  const mixed = [null, 'x', { name: 'Mug', quantity: 2 }, { id: 'a', quantity: 2 }]

  test.each<[string, Raw, Fields, ...problems: string[]]>([
    ['the sum of quantities', counted(2, '3'), { cart_item_count: 5 }],
    ['an empty list has no sum and no count', found({ value: 5, items: [] }), { cart_value: 500 }],
    ['only discounts have no count', found({ value: 5, items: [{ id: 'a', price: -2 }] }), { cart_value: 500 }],
    ['an item without an id counts, other entries do not', found({ items: mixed }), { cart_item_count: 4 }, ...lost],
    ['a quantity that JSON could not carry is not 1', { ...one, unreadable: ['items.0.quantity'] }, {}, NO_QUANTITY],
    ['a given number stays', found({ cart_item_count: 9, items: [{ id: 'a' }] }), { cart_item_count: 9 }],
    ['a sum too large is left out', counted(2 ** 53 - 1, 2 ** 53 - 1), {}],
    ['a cut cart has its own count', { ...one, cut: ['texts', 'rows'], pieces: 60 }, cutCart],
  ])('%s', (_what, said, cart, ...expected) => {
    const { cart_data, problems } = read(said)
    expect([cart_data, problems]).toEqual([cart, expected])
  })

  test.each<[string, object[], Partial<Raw>, Fields, ...problems: string[]]>([
    ['the items', [{ id: 'a', price: 1, quantity: 2 }], {}, { cart_item_count: 2, cart_value: 200 }],
    ['no items', [], {}, {}, NO_SUM],
    ['an item without price', [{ id: 'a' }], {}, { cart_item_count: 1 }, NO_SUM],
    ['a cut cart', [{ id: 'a', price: 1 }], { cut: ['rows'] }, { cart_item_count: 1, truncated: 'rows' }, NO_SUM],
  ])('the value as the sum of %s', (_what, items, more, cart, ...expected) => {
    const { cart_data, problems } = read({ value: 'items', ...found({ value: 99, items }), ...more })
    expect([cart_data, problems]).toEqual([cart, expected])
  })
})

test.each<[unknown, string[] | undefined, string]>([
  ['Home / Kitchen/Mugs', ['Home', 'Kitchen', 'Mugs'], 'a path alone'],
  [['Home', 'A/C units'], ['Home', 'A/C units'], 'several stay unchanged'],
  [['Home', '', null], ['Home'], 'without blanks'],
  [[null], undefined, 'left out, never "null"'],
  ['/', undefined, 'left out'],
  [5, ['5'], 'text'],
])('categories are a list: %j is %j (%s)', (category, names) => {
  expect(readItem({ category })?.category).toEqual(names)
})

describe('items', () => {
  test('the number and name of a category do not belong to the item', () => {
    const { cart_items, problems } = read(
      found({ items: [{ id: 'MUG-1', name: 'Mug', category: { id: 5, name: 'Kitchen' } }] }),
    )
    expect(cart_items).toEqual([{ product_id: 'MUG-1', name: 'Mug', item_qty: 1 }])
    expect(problems).toEqual(['cart_items.0.category: unreadable'])
  })

  test('one without product_id is left out, the others stay', () => {
    const { cart_items, problems } = read(found({ items: [{ name: 'Mug' }, { id: 7 }] }))
    expect([cart_items, problems]).toEqual([[{ product_id: '7', item_qty: 1 }], ['cart_items.0: no_product_id']])
  })

  test.each<[string, unknown, object[]]>([
    ['that are not objects are left out', ['Mug', null, []], []],
    ['alone need no list', { id: 'a' }, [{ product_id: 'a', item_qty: 1 }]],
    ['without a quantity count as one', { id: 'a', quantity: null }, [{ product_id: 'a', item_qty: 1 }]],
    ['may be an object by number, as PHP makes it', { 2: { id: 'a' } }, [{ product_id: 'a', item_qty: 1 }]],
    ['of a negative price are discounts', [-2, 'EUR -5.00'].map((price) => ({ id: 'a', price })), []],
  ])('%s', (_what, items, expected) => {
    expect(read(found({ items })).cart_items).toEqual(expected)
  })
})

describe('additional keys travel as text', () => {
  test.each<[unknown, string | undefined, string]>([
    [12.5, '12.5', 'numbers in JSON form'],
    [false, 'false', 'booleans in JSON form'],
    [{ a: [1] }, '{"a":[1]}', 'nested values as JSON text'],
    [null, undefined, 'null is left out'],
    ['', undefined, 'blank is left out'],
  ])('%o is %j (%s)', (value, text) => {
    expect(read(found({ extra: value })).cart_data?.extra).toBe(text)
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString'])('%s is never sent, on any level', (key) => {
    const nasty = JSON.parse(`{"${key}": "x", "fine": "y"}`)
    const { cart_data, cart_items } = read(found({ ...nasty, items: [{ id: 'a', ...nasty }] }))
    expect([cart_data, cart_items].map((each) => JSON.stringify(each))).toEqual([
      '{"fine":"y","cart_item_count":1}',
      '[{"product_id":"a","item_qty":1,"fine":"y"}]',
    ])
  })

  test.each([
    ...['customer_email', 'customerEmail', 'telephone', 'phone_number', 'mobile', 'tel', 'deliveryAddress', 'birthday'],
    ...['billing_address', 'paymentMethodId', 'user_data', 'customer', 'firstName', 'email'],
  ])('%s is never sent, because it is a person’s', (key) => {
    expect(read(found({ [key]: 'private', fine: { [key]: 'private' } })).cart_data).toEqual({ fine: '{}' })
  })

  test('a private name that the shop itself passes is kept', () => {
    expect(read(passed({ cart_data: { email_campaign: 'may' } })).cart_data).toEqual({ email_campaign: 'may' })
  })
})

test.each<[string, Raw]>([
  ['shown, where the browser has decoded them', { named: { items: [{ product_id: 'a', description: '&amp;' }] } }],
  ['passed', passed({ cart_items: [{ product_id: 'a', description: '&amp;' }] })],
])('HTML entities are decoded only in data, not %s', (_what, said) => {
  expect(read(said).cart_items?.[0]?.description).toBe('&amp;')
})

/** Names as templates and programs write them into a data layer. `owner/name#1` is a report on github.com. */
test.each([
  ['Men&#039;s mug', "Men's mug", 'PHP’s htmlspecialchars, wpsharks/s2member#1175'],
  ['Men&#39;s cup', "Men's cup", 'Rails, seven1m/onebody#699'],
  ['Men&apos;s jar', "Men's jar", 'Cheerio, foundation/foundation-emails#393'],
  ['April&#x2019;s mug', 'April’s mug', 'hexadecimal entities, foundation/foundation-emails#303'],
  ['Salt &amp; pepper', 'Salt & pepper', 'WooCommerce, Automattic/wp-calypso#21036'],
  ['Salt &amp;amp; pepper mill', 'Salt & pepper mill', 'escaped twice, foundation/foundation-emails#981'],
  ['Screen 24&quot;', 'Screen 24"', 'craftcms/commerce#1747'],
  ['Couvert et m&eacute;nag&egrave;re', 'Couvert et ménagère', 'htmlentities, sean-adams/dataslayer#31'],
  ['Gr&uuml;ner Tee &ndash; 100&nbsp;g', 'Grüner Tee – 100\u00a0g', 'PHP’s htmlentities'],
  ['Tea &#8211; green', 'Tea – green', 'WordPress’s wptexturize, woocommerce/woocommerce-blocks#11927'],
  ['Tea &#150; black', 'Tea – black', 'Windows-1252, as browsers read it'],
  ['R&D mug', 'R&D mug', 'a name with an ampersand of its own'],
  ['Mug &copy 2026', 'Mug &copy 2026', 'an entity without its semicolon is text'],
  ['Mug &unknown; &#0; &#xD800;', 'Mug &unknown; &#0; &#xD800;', 'entities of no character are text'],
])('the name %j is %j (%s)', (name, read) => {
  expect(readItem({ name, category: name })).toMatchObject({ name: read, category: [read] })
})

test.each<[coupon: unknown, promo: string | undefined, writtenBy: string]>([
  [false, undefined, 'PHP, without a coupon'],
  ['false', undefined, 'PHP, without a coupon, as text'],
  [null, undefined, 'EC-CUBE’s coupon plugin, without a coupon: EC-CUBE/coupon-plugin#92'],
  ['', undefined, 'a tag of Tag Manager, without a coupon'],
  ['undefined', undefined, 'Tag Manager, without a coupon: yireo/Yireo_GoogleTagManager2#149'],
  [0, undefined, 'a number for none'],
  [[], undefined, 'Shopify’s customer events, without a coupon: karolk95/shopify-customer-events-plain#3'],
  [['SUMMER', 'VIP'], 'SUMMER, VIP', 'Shopify’s customer events'],
  [['SUMMER', 'SUMMER'], 'SUMMER', 'one code for two lines'],
  [[{ code: 'SUMMER' }, { code: 'VIP' }], 'SUMMER, VIP', 'WooCommerce’s coupon_lines'],
  [{ code: 'SUMMER' }, 'SUMMER', 'an object'],
  [2026, '2026', 'a number'],
])('the coupon %j is %j (%s), also of a caller', (coupon, promo) => {
  const carts = [found({ coupon }), { ...found({}), ...passed({ cart_data: { promo: coupon } }) }].map(read)
  expect(carts.map(({ cart_data, problems }) => [cart_data?.promo, problems])).toEqual(Array(2).fill([promo, []]))
})

describe('a text field of the API is one plain value', () => {
  test.each<[string, Raw, string]>([
    ['an object', found({ items: [{ item_id: { productID: 'A1' } }] }), 'product_id'],
    ['a list', found({ items: [{ item_id: ['x'] }] }), 'product_id'],
    ['a name in two languages', found({ items: [{ id: 'a', name: { en: 'Mug', de: 'Tasse' } }] }), 'name'],
    ['pictures', found({ items: [{ id: 'a', image: ['https://shop.example/mug.jpg'] }] }), 'image_url'],
    ['categories within another', found({ items: [{ id: 'a', category: [{ name: 'Mugs' }] }] }), 'category'],
    ['passed', passed({ cart_items: [{ product_id: 'a', description: {} }] }), 'description'],
  ])('%s is left out, and named', (_what, said, name) => {
    const { cart_items = [], problems } = read(said)
    expect(problems).toContain(`cart_items.0.${name}: unreadable`)
    expect(cart_items[0] ?? {}).not.toHaveProperty(name)
  })

  test('a text of the order too', () => {
    const { cart_data, problems } = read(found({ id: 'A-1', coupon: [{ id: 5 }], return_url: ['/a', '/b'] }))
    expect([cart_data, problems]).toEqual([
      { order_number: 'A-1' },
      ['cart_data.promo: unreadable', 'cart_data.return_url: unreadable'],
    ])
  })
})

test.each<[string, Fields, string[]]>([
  ['a field at the top', { order_number: 'C4' }, ['order_number: unknown_field']],
  ['a cart that is a text', { cart_data: 'C4' }, ['cart_data: unreadable']],
  ['a price in decimals', { cart_items: [{ product_id: 'a', price: 12.5 }] }, ['cart_items.0.price: not_cents']],
])('a developer’s mistake is named: %s', (_what, order, problems) => {
  expect(read(passed(order)).problems).toEqual(problems)
})

test.each([
  ['discount', 'cart_data.discount'],
  ['items.0.price', 'cart_items.0.price'],
  ['cart_data.note', 'cart_data.note'],
])('a value that JSON could not carry is named: %s', (name, field) => {
  expect(read({ ...found({ id: 'A-1' }), unreadable: [name] }).problems).toEqual([`${field}: unreadable`])
})

test.each<[string, Raw, number]>([
  ['pushed without it', found({ id: 'A-1', amount: 5 }), 1],
  ['marked without it', { named: { order: { order_number: 'A-1' } } }, 1],
  ['with an ambiguous value, which has its own problem', found({ id: 'A-1', value: '1.299' }), 0],
  ['with it', found({ id: 'A-1', value: 5 }), 0],
  ['of a caller, who may leave it out', { ...found({ id: 'A-1' }), ...passed({ cart_data: { promo: 'A' } }) }, 0],
])('an order without its value has a problem: %s', (_what, said, times) => {
  const { problems } = readRaw('convert', { emails: [email], ...said })
  expect(problems.filter(({ code }) => code === 'no_value')).toHaveLength(times)
})

test.each<[total: number, isFar: boolean, string]>([
  [40, true, 'four times as large'],
  [39.99, false, 'less than that'],
  [2.5, true, 'a quarter'],
  [2.51, false, 'more than that'],
])('a total of %d is far from products of 10: %j (%s)', (value, isFar) => {
  const { problems } = read(found({ value, items: [{ id: 'a', price: 10 }] }))
  expect(problems).toEqual(isFar ? ['cart_data.cart_value: far_total'] : [])
})

test('an order that JSON could not carry does not affect the rest of the event', () => {
  const said = Raw.parse({ entries: [{}], ...passed({ cart_data: { promo: 'A' } }), unreadable: [''] })
  expect(read(said)).toMatchObject({ email, cart_data: { promo: 'A' } })
})

test.each<[string, Raw, string | undefined, string[]]>([
  ['passed last', { passed: [{ email: 'a@example.com' }, { email: 'B@example.com' }] }, 'b@example.com', []],
  ['passed, and not an address', { passed: [{ email: 'ada' }] }, undefined, ['email: no_email']],
  ['of the page', found({ id: 'A-1' }), email, []],
  ['two of the page', { emails: ['a@x.com', 'b@x.com'] }, undefined, ['email: two_emails']],
  ['masked', { emails: ['a***@x.com'] }, undefined, ['email: masked_email']],
  [
    'at a place that cannot be read, with both problems',
    { emails: [], problems: [{ field: 'email', code: 'bad_selector' }] },
    undefined,
    ['email: bad_selector', 'email: no_email'],
  ],
])('the customer of an order: %s', (_what, said, address, problems) => {
  const { email: read_, problems: told } = read(said)
  expect([read_, told]).toEqual([address, problems])
})

test.each<[string, Raw, string[]]>([
  ['no order', {}, ['cart_data: no_cart']],
  ['no order and no customer', { emails: [] }, ['email: no_email']],
  ['only an e-mail that was passed', { passed: [{ email }] }, []],
])('a customer who converts without a cart: %s', (_what, said, problems) => {
  expect(read(said).problems).toEqual(problems)
})

test('only known codes of the page’s own problems count, and fifty at most', () => {
  const own = Array.from({ length: 60 }, (_, place) => ({ field: `${place}`, code: 'card' }))
  const { problems } = read({
    ...passed({ cart_data: { promo: 'A' } }),
    problems: [{ field: 'x', code: 'y'.repeat(1000) }, ...own],
  })
  expect([problems.length, problems[0]]).toEqual([50, '0: card'])
})

test('at most fifty problems are sent', () => {
  const items = Array.from({ length: 200 }, () => ({ price: 'free' }))
  expect(read(found({ items })).problems).toHaveLength(50)
})

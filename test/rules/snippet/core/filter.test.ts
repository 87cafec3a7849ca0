// @vitest-environment happy-dom
/** Promise: one filter holds for every text that leaves, from any source. */
import { describe, expect, test } from 'vitest'
import { filter } from '../../../../src/snippet/core/filter.js'
import { hearChange } from '../../../../src/snippet/rest/gather/form.js'
import { away, openPage } from '../page.js'

const email = 'ada@example.com'
const card = '4111 1111 1111 1111'
const purchase = (more: object) => ({
  event: 'purchase',
  ecommerce: { transaction_id: 'T-1', user_data: { email }, items: [{ item_id: 'CUP', ...more }] },
})

const ONLY_JSON_LD = { adapter: 'json-ld' }
const byPromo = (promo: string) => ({ selectors: { promo } })

/** Sends the order of a page, and returns the raw data that left. */
async function send(page: {
  html?: string
  dataLayer?: unknown[]
  settings?: object
  order?: object
}): Promise<string> {
  document.body.innerHTML = page.html ?? ''
  const open = openPage(page)
  await open.convert(page.order as never)
  expect(open.fetch).toHaveBeenCalledTimes(1)
  return JSON.stringify(open.sent()[0].raw)
}

async function sendForm(fields: string): Promise<unknown> {
  document.body.innerHTML = `<form><input name="email" value="${email}">${fields}</form>`
  const page = openPage()
  await page.addToList('newsletter', document.forms[0])
  return page.sent()[0].raw.form
}

describe('a card number does not leave', () => {
  test.each<[string, Parameters<typeof send>[0]]>([
    ['the data layer', { dataLayer: [purchase({ note: card })] }],
    ['JSON text in the data layer', { dataLayer: [purchase({ note: `{"text":"${card}"}` })] }],
    ['the data layer, as a number', { dataLayer: [purchase({ note: 4111111111111111 })] }],
    ['a caller', { order: { email, cart_data: { order_number: '1', note: card } } }],
    ['a passed GA4 object', { order: { email, ecommerce: { transaction_id: '1', note: card } } }],
    ['the shop’s function', { settings: { adapter: () => ({ email, cart_data: { note: card } }) } }],
    ['a selector', { html: `<b id="x">${card}</b>`, settings: byPromo('#x') }],
    ['JSON by a selector', { html: `<b id="x">{"note":"${card}"}</b>`, settings: { selectors: { order: '#x' } } }],
    ['a mark', { html: `<b data-ringup="note">${card}</b>` }],
    ['an attribute of a selector', { html: `<b id="x" data-x="${card}"></b>`, settings: byPromo('#x@data-x') }],
    ['the attribute of a mark', { html: `<b data-ringup="note" data-ringup-value="${card}"></b>` }],
    ['the place of the e-mail', { html: `<b id="x" data-x="${card} @"></b>`, settings: { email: '#x@data-x' } }],
    ['a text that is cut', { dataLayer: [purchase({ note: `${'x'.repeat(988)}${card}` })] }],
    ['an account', { dataLayer: [purchase({ account_number: card, payment_id: card })] }],
    ['a card', { dataLayer: [purchase({ card: { number: card, valid: card } })] }],
    ['other numbers', { dataLayer: [purchase({ paid: card, accountId: card, member_number: card })] }],
    ['JSON-LD', { html: `<script type="application/ld+json">{"@type":"Order","note":"${card}"}</script>` }],
  ])('from %s', async (_source, page) => {
    expect((await send(page)).replace(/\D/g, '')).not.toContain('411111111111')
  })

  const NUMBERS = [
    '4111-1111-1111-1111',
    '4111.1111.1111.1111',
    '4111–1111/1111_1111',
    '4111 1111 1111 1111 12/27',
    'Visa ٤١١١١١١١١١١١١١١١',
    'Visa 4111111111111111',
    'Visa ४१११११११११११११११',
    '+4111 1111 1111 1111',
    'Visa+4111111111111111',
    '4111 ––– 1111 ––– 1111 ––– 1111',
    'DE89 3704 0044 0532 0130 00',
    'de89370400440532013000',
    'DE89-3704-0044-0532-0130-00',
    'IBANDE89370400440532013000',
    'NO9386011117947',
    'gb29  nwbk 6016.1331.9268.19',
    'NL91ABNA0417164300',
    'nl91-abna.0417–1643_00',
    'IBANNL91ABNA0417164300',
  ]
  test.each(NUMBERS)('from a form: %s', async (value) => {
    expect(await sendForm(`<input name="note" value="${value}">`)).toContainEqual(['note', '', 'text', ''])
  })

  test('from a form under a name that is almost a telephone’s', async () => {
    const sent = await sendForm('<input name="telegram" value="4111111111111111">')
    expect(sent).toContainEqual(['telegram', '', 'text', ''])
  })

  test.each([...NUMBERS, '4111 1111 1111 1112'])('if the rest cannot be loaded: %s', async (note) => {
    const page = openPage({ dataLayer: [purchase({ note })] })
    delete page.snippet.rest
    await page.convert()
    expect(page.sent()[0].raw.entries[0].ecommerce.items[0].note).toBe('')
  })
})

test('a window is not copied', async () => {
  Object.assign(window, { order_number: 'STOLEN' })
  const raw = await send({ dataLayer: [purchase({ frame: window })] })
  Reflect.deleteProperty(window, 'order_number')
  expect(raw).not.toContain('STOLEN')
})

describe('the filter does not change', () => {
  test.each<[string, Parameters<typeof send>[0]]>([
    ['the number of an order', { order: { email, cart_data: { order_number: '4111111111111111' } } }],
    ...['id', 'item_id', 'content_id', 'productID', 'variantId', 'item_group_id', 'sku', 'gtin13', 'ean', 'mpn'].map(
      (name): [string, object] => [
        `the ${name} of a product`,
        { dataLayer: [purchase({ [name]: '4111111111111111' })] },
      ],
    ),
    ['a confirmation', { order: { email, cart_data: { confirmationNumber: '4111111111111111' } } }],
    [
      'the id of a product that a selector names',
      {
        html: '<p><b data-x="4111111111111111"></b></p>',
        settings: { selectors: { items: { each: 'p', product_id: 'b@data-x' } } },
      },
    ],
    [
      'digits that do not pass the check',
      { order: { email, cart_data: { note: '4111111111111111 4111111111111112'.slice(17) } } },
    ],
  ])('%s', async (_what, page) => {
    expect(await send(page)).toMatch(/411111111111111[12]/)
  })

  test.each([
    '<input name="note" value="4111 1111 1111 1112">',
    '<input name="mobile" value="+4111111111111111">',
    '<input name="tel_1" value="4111111111111111">',
    '<input name="phone" value="4111111111111111">',
    '<input name="x" autocomplete="tel" value="4111111111111111">',
    '<input name="login" value="4111111111111111@example.com">',
  ])('%s', async (field) => {
    expect(await sendForm(field)).toContainEqual(expect.arrayContaining([/value="(.+)"/.exec(field)?.[1]]))
  })
})

test('a text that is not secret does not make an order wait', async () => {
  const texts = ['iPhone15 Pro Max 256GB', '/p/item123456789012', 'Order 1234567890', 'IMG_20241129.jpg', '2024-11-29']
  const page = openPage({ dataLayer: [purchase({ texts })] })
  delete page.snippet.rest
  const outcome = page.convert()
  expect(page.fetch).toHaveBeenCalledTimes(1)
  await outcome
  expect(page.sent()[0].raw.entries[0].ecommerce.items[0].texts).toEqual(texts)
})

describe('of a person only the e-mail address leaves', () => {
  const person = {
    email,
    phone: '+43 660 555 0199',
    address: { street: 'Hauptstrasse 1789', city: 'Wien-Meidling' },
    birthdate: '1985-04-12',
    payment_method_id: 'visa-1881',
  }
  const entry = {
    event: 'purchase',
    billing_address: person,
    ecommerce: {
      transaction_id: 'A-1',
      customer: person,
      shipping_address: person,
      items: [{ item_id: 'MUG', recipient: person, phone: person.phone }],
      purchase: { actionField: { id: 'A-1', customer_phone: person.phone, birthday: person.birthdate, buyer: person } },
    },
  }
  const dataLayer = [
    { user_data: person, event: 'user' },
    { customer: person },
    { user: [{ profile: [{ profileInfo: person, address: { line1: person.address.street } }] }] },
    { 0: 'set', 1: 'user_data', 2: person, length: 3 },
    { 0: 'config', 1: 'G-1', 2: { user_data: person }, length: 3 },
    { 0: 'set', 1: { user_properties: person }, length: 2 },
    entry,
  ]
  const jsonLd = { '@type': 'Order', orderNumber: 'A-1', customer: person, billingAddress: person.address }

  test.each<[string, { dataLayer?: unknown[]; order?: object; html?: string; settings?: object }]>([
    ['the data layer', { dataLayer }],
    ['a passed GA4 object', { order: { ecommerce: entry } }],
    ['JSON-LD', { html: `<script type="application/ld+json">${JSON.stringify(jsonLd)}</script>` }],
    ['a source without the data layer', { dataLayer: [{ billing: person }], settings: ONLY_JSON_LD }],
  ])('from %s, or into the storage', async (_source, { html = '', order, ...page }) => {
    document.body.innerHTML = html
    const open = openPage({ ...page, answer: away })
    await open.convert(order as never)
    const texts = JSON.stringify([open.sent(), { ...localStorage }])
    expect(texts).not.toMatch(/660 555|Hauptstrasse|Meidling|1985-04|visa/)
    expect(texts).toContain(email)
  })

  test.each([
    ...['customerBillingCity', 'customerBillingPostcode', 'customerShippingCity', 'customerInfo', 'customer_city'],
    ...['visitorUsername', 'visitorIP', 'username', 'user_name', 'userId', 'billing_city', 'billing_postcode'],
    ...['city', 'zip', 'zip_code', 'postcode', 'post_code', 'postal_code', 'street', 'shipping_city', 'shippingCity'],
    ...['shipping_details', 'shippingZip', 'shopper', 'buyerName', 'order_key'],
  ])('no field %s leaves', async (name) => {
    const value = { name: 'Lovelace', email }
    const entries = [purchase({ [name]: 'Lovelace' }), purchase({ [name]: value }), { [name]: value, ...purchase({}) }]
    const raw = JSON.parse(await send({ dataLayer: entries }))
    expect(JSON.stringify(raw)).not.toContain('Lovelace')
    expect(raw.entries[2][name] ?? { email }).toEqual({ email })
  })

  test('the fields of an order with similar names leave', async () => {
    const names = ['shipping', 'shipping_tier', 'shippingMethod', 'customer_type', 'capacity', 'zipper', 'affiliation']
    const fields = Object.fromEntries(names.map((name) => [name, 'plain']))
    expect((await send({ dataLayer: [purchase(fields)] })).match(/plain/g)).toHaveLength(names.length)
  })
})

test('an object that writes itself as a number does not travel', async () => {
  const page = openPage({ answer: away })
  await page.addToList('newsletter', { email, toJSON: () => 7 } as never)
  expect(page.sent()[0].raw.passed).toEqual([])
})

test('BigInt travels as text', async () => {
  const page = openPage({ dataLayer: [purchase({ item_id: 12n, quantity: 2n })] })
  expect(await page.convert()).toMatchObject({ status: 'accepted', problems: [{ field: 'cart_data.cart_value' }] })
  expect(page.sent()[0].raw.entries[0].ecommerce.items).toEqual([{ item_id: '12', quantity: '2' }])
})

test.each([
  ...['password', 'cvv', 'access_token', 'card_number', 'iban', 'ssn', 'cvv2', 'card_cvv', 'cardCvc', 'cvc_code'],
  ...['security_code', 'securityCode', 'pwd', 'passphrase', 'client_secret', 'clientSecret', 'secretKey', 'api_key'],
  ...['authorization', 'otp', 'pin_code', 'card_pin', 'cardPin', 'jwt', 'session_id', 'cc_exp', 'cardExpiry'],
])('a field %s does not leave', async (name) => {
  expect(await send({ dataLayer: [purchase({ [name]: 'secret' })] })).not.toContain('secret')
  expect(await send({ order: { email, cart_data: { order_number: '1', [name]: 'secret' } } })).not.toContain('secret')
})

test('a field whose name only contains the letters of a secret leaves', async () => {
  const names = ['shipping_method', 'pinned', 'spinning', 'opinion', 'description', 'discount', 'session', 'card_note']
  const fields = Object.fromEntries(names.map((name) => [name, 'plain']))
  expect((await send({ dataLayer: [purchase(fields)] })).match(/plain/g)).toHaveLength(names.length)
})

test.each([
  ['a password', '<input id="x" type="password" value="secret">'],
  ['a card', '<input id="x" autocomplete="cc-name" value="secret">'],
])('the value of %s does not leave by a selector, a mark or a form', async (_what, html) => {
  expect(await send({ html, settings: byPromo('#x') })).not.toContain('secret')
  expect(await send({ html, settings: { email: '#x@value' } })).not.toContain('secret')
  expect(await send({ html: html.replace('id', 'data-ringup="promo" id') })).not.toContain('secret')
  expect(JSON.stringify(await sendForm(html.replace('id', 'name')))).not.toContain('secret')
})

test('a password that was filled in before the script does not leave', async () => {
  document.body.innerHTML = '<input id="x" type="password" value="secret">'
  const page = openPage({ settings: byPromo('#x') })
  page.start()
  document.querySelector('input')?.setAttribute('type', 'text')
  await page.convert({ email, cart_data: { order_number: '1' } })
  expect(JSON.stringify(page.sent())).not.toContain('secret')
})

test('a password that a button shows as text does not leave', async () => {
  document.body.innerHTML = '<input id="x" type="password" value="secret">'
  const field = document.querySelector('input') as HTMLInputElement
  field.addEventListener('input', hearChange)
  field.dispatchEvent(new Event('input'))
  field.type = 'text'
  const page = openPage({ settings: byPromo('#x') })
  await page.convert({ email, cart_data: { order_number: '1' } })
  expect(JSON.stringify(page.sent())).not.toContain('secret')
})

function countLevels(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(countLevels))
}

describe('the page is cut before it is read', () => {
  test('the last 1,000 entries', async () => {
    const dataLayer = Array.from({ length: 1_001 }, (_, n) => (n < 2 ? purchase({ note: `entry ${n}` }) : { n }))
    expect((await send({ dataLayer, order: { email } })).match(/entry \d/g)).toEqual(['entry 1'])
  })

  test('no other entry is read', async () => {
    const read = new Set<string>()
    const layer = new Proxy(Array(5_000).fill({}), {
      get(target, name) {
        if (/^\d+$/.test(String(name))) read.add(String(name))
        return Reflect.get(target, name)
      },
    })
    const page = openPage()
    Object.assign(window, { dataLayer: layer })
    await page.convert({ email, cart_data: { order_number: '1' } })
    expect([read.size, read.has('3999')]).toEqual([1_000, false])
  })

  test('8,000 values of an event', () => {
    const row = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`n${n}`, n]))
    const copy = filter({ entries: [{ rows: Array(150).fill(row) }] })
    expect(JSON.stringify(copy).match(/"n\d+"/g)?.length).toBeLessThanOrEqual(8_000)
  })

  test('200 items', async () => {
    const entry = purchase({})
    entry.ecommerce.items = Array.from({ length: 10_000 }, (_, id) => ({ item_id: `P${id}` }))
    const raw = await send({ dataLayer: [entry] })
    expect(raw.match(/item_id/g)).toHaveLength(200)
  })

  test('a JSON text that no shop pushes stays a text', async () => {
    const toText = (pad: number) => JSON.stringify({ transaction_id: '1', pad: 'x'.repeat(pad) })
    const dataLayer = [1_000, 300_000].map((pad) => ({ event: 'purchase', ecommerce: toText(pad) }))
    const raw = JSON.parse(await send({ dataLayer, order: { email } }))
    expect(raw.entries.map((entry: { ecommerce: unknown }) => typeof entry.ecommerce)).toEqual(['object', 'string'])
  })

  test('1,000 letters of a text', async () => {
    const note = `${'x'.repeat(2_000_000)} ${card}` // the number of the card is not read
    expect((await send({ dataLayer: [purchase({ note })] })).match(/x{2,}/)?.[0]).toHaveLength(1_000)
  })

  test.each<[string, unknown]>([
    ['that claims a billion entries', { length: 1e9, push() {} }],
    ['that is a long text', 'x'.repeat(1_000_000)],
  ])('a data layer %s', async (_what, layer) => {
    const page = openPage()
    Object.assign(window, { dataLayer: layer })
    await page.convert({ email, cart_data: { order_number: '1' } })
    expect(page.sent()).toHaveLength(1)
  })

  test.each<[string, () => object]>([
    ['an item that has its order', () => ({})],
    ['lists in lists', () => ({ more: [[[[[['x']]]]]] })],
    ['objects in objects', () => ({ more: { a: { b: { c: { d: 'x' } } } } })],
  ])('no deeper than the proxy reads: %s', async (_what, toMore) => {
    const entry = purchase(toMore())
    Object.assign(entry.ecommerce.items[0] as object, { parent: entry.ecommerce })
    const raw = JSON.parse(await send({ dataLayer: [entry] }))
    expect(countLevels({ raw })).toBeLessThanOrEqual(8)
    expect([raw.entries[0].ecommerce.transaction_id, raw.unreadable.length > 0]).toEqual(['T-1', true])
  })

  test('a value that contains itself in many ways', async () => {
    const circle: Record<string, unknown> = {}
    for (let name = 0; name < 100; name += 1) circle[`x${name}`] = circle
    expect((await send({ dataLayer: [purchase({ circle })] })).length).toBeLessThan(100_000)
  })
})

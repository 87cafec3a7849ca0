/** Promise: secrets, and persons' data of an order except e-mail addresses, neither leave the page nor get into its storage. */
import type { Page } from '@playwright/test'
import { expect, type Storefront, test, toPage } from '../support/storefront.js'

const EMAIL = 'ada@example.com'
const CARD = '4111 1111 1111 1111'
const IBAN = 'AT61 1904 3002 3457 3201'
const SECRETS = [CARD, CARD.replaceAll(' ', '-'), CARD.replaceAll(' ', ''), IBAN, IBAN.replaceAll(' ', '')]
const VALUES = ['Correct-horse-7', 'tok_9f86d081', '83741290']
/** Under the keys and in the elements of secrets, and as texts with other words. */
const KEYED = {
  password: VALUES[0],
  access_token: VALUES[1],
  cvv: VALUES[2],
  card_number: SECRETS[2],
  iban: SECRETS[4],
}
const TEXTS = { note: `Paid with ${CARD}`, memo: SECRETS[1], promo: `${CARD} 12/29`, hint: `to ${IBAN}, thanks` }
const ELEMENTS = `<input id="extra" type="password" value="${VALUES[0]}"><input id="code" autocomplete="cc-csc" value="${VALUES[2]}">
  <input id="card" autocomplete="billing cc-number" value="12"><b id="note">${TEXTS.note}</b><b id="memo">${TEXTS.hint}</b>`

const SHOWN = `<b id="no">A-1</b><b id="mail">${EMAIL}</b>`
const PURCHASE = { event: 'purchase', user_data: { email: EMAIL }, ecommerce: { transaction_id: 'A-1', value: 9 } }
const toPush = (entry: object) => `<script>(window.dataLayer ??= []).push(${JSON.stringify(entry)})</script>`
const toSelectors = (selectors: object) =>
  `data-convert-on="load" data-selectors='${JSON.stringify({ order_number: '#no', email: '#mail', ...selectors })}'`
const toLd = (order: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Order', orderNumber: 'A-1', ...order })}</script>`

const SOURCES: [where: string, page: Parameters<typeof toPage>[0]][] = [
  [
    'the elements of selectors',
    {
      tag: toSelectors({ promo: '#note', extra: '#extra', code: '#code', memo: '#memo@id /(.*)/', text: '#memo' }),
      body: SHOWN + ELEMENTS,
    },
  ],
  [
    'an attribute that a selector names',
    {
      tag: toSelectors({ promo: '#no@data-card', note: '#no@data-iban' }),
      body: SHOWN.replace('id="no"', `id="no" data-card="${CARD}" data-iban="${IBAN}"`),
    },
  ],
  ['JSON that a selector names', { tag: toSelectors({ order: '#json' }), body: `${SHOWN}<script id="json" type="application/json">${JSON.stringify({ order_number: 'A-1', ...KEYED, ...TEXTS })}</script>` }], // biome-ignore format: a row
  [
    'marked elements',
    {
      tag: 'data-convert-on="load"',
      body:
        ELEMENTS.replaceAll(/id="(\w+)"/g, 'data-ringup="$1"') +
        `<b data-ringup="order_number">A-1</b><b data-ringup="email">${EMAIL}</b>`,
    },
  ],
  [
    'the data layer',
    {
      tag: 'data-convert-on="purchase"',
      body: toPush({ ...PURCHASE, ...KEYED, ecommerce: { ...PURCHASE.ecommerce, ...KEYED, items: [{ item_id: 'M', ...KEYED, ...TEXTS }] } }), // biome-ignore format: a row
    },
  ],
  [
    'JSON-LD',
    {
      body: `${toLd({ ...KEYED, ...TEXTS, customer: { email: EMAIL, ...KEYED } })}<script>convert()</script>`,
    },
  ],
  [
    'the answer of the shop’s function',
    {
      head: `<script>ringup = { adapter: () => (${JSON.stringify({ email: EMAIL, cart_data: { order_number: 'A-1', ...KEYED, ...TEXTS } })}) }</script>`,
      body: '<script>convert()</script>',
    },
  ],
  [
    'a call',
    {
      body: `<script>convert(${JSON.stringify({ email: EMAIL, cart_data: { order_number: 'A-1', ...KEYED, ...TEXTS }, cart_items: [{ product_id: 'M', ...KEYED, ...TEXTS }] })})</script>`,
    },
  ],
  [
    'the setting email',
    {
      tag: `data-email="#mail"`,
      body: `<b id="mail">${EMAIL} ${CARD} ${IBAN}</b><script>convert({ cart_data: { order_number: 'A-1' } })</script>`,
    },
  ],
]

/** Lists all that the page has stored: both storages, cookies and databases. */
const readStorage = (page: Page) =>
  page.evaluate(async () => {
    const wait = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await wait(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        stored.push(await wait(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    return JSON.stringify(stored)
  })

/** Opens the page while the proxy is away, so the event is stored. Returns the network log and the storage. */
async function readLog(page: Page, storefront: Storefront): Promise<string> {
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
  storefront.be('wrong status')
  await page.goto('/order')
  await expect.poll(() => requests.filter((request) => request.includes('"v":3')).length).toBeGreaterThan(0)
  await page.evaluate(() => window.ringup.flush())
  return requests.join('\n') + (await readStorage(page))
}

const readFound = (log: string, texts: string[]) => texts.filter((text) => log.includes(text))

for (const [where, page] of SOURCES)
  test(`no secret of ${where} leaves the page`, async ({ storefront, page: tab }) => {
    storefront.serve('/order', toPage(page))
    const log = await readLog(tab, storefront)
    expect([readFound(log, [...SECRETS, ...VALUES].map(String)), log.includes(EMAIL)]).toEqual([[], true])
  })

const PERSON = { phone: '+43 660 555 0199', street: 'Hauptstrasse 1789', birthday: '1985-04-12', payment: 'visa-1881' }
const ADDRESS = { email: EMAIL, telephone: PERSON.phone, address: { street: PERSON.street, city: 'Wien-Meidling' } }
const PRIVATE = {
  ...ADDRESS,
  phone_number: PERSON.phone,
  birthdate: PERSON.birthday,
  payment_method_id: PERSON.payment,
}
const ECOMMERCE = { transaction_id: 'A-1', value: 9, items: [{ item_id: 'MUG', quantity: 1 }] }

/** A shop's data layer with persons' fields in eleven places. */
const LAYER: object[] = [
  { user_data: PRIVATE, event: 'user' },
  { customer: PRIVATE },
  { user: [{ profile: [{ profileInfo: PRIVATE, address: { line1: PERSON.street } }] }] },
  { 0: 'set', 1: 'user_data', 2: PRIVATE, length: 3 },
  { 0: 'config', 1: 'G-1', 2: { user_data: PRIVATE }, length: 3 },
  { 0: 'set', 1: { user_properties: PRIVATE }, length: 2 },
  {
    event: 'purchase',
    billing_address: PRIVATE,
    ecommerce: {
      ...ECOMMERCE,
      shipping_address: PRIVATE,
      customer: PRIVATE,
      items: [{ item_id: 'MUG', quantity: 1, recipient: PRIVATE, phone: PERSON.phone }],
      purchase: { actionField: { id: 'A-1', customer_phone: PERSON.phone, birthday: PERSON.birthday, buyer: PRIVATE } },
    },
  },
]

for (const [where, tag, call] of [
  ['an event', 'data-convert-on="purchase"', ''],
  ['a call', '', 'convert()'],
  ['a call with GA4’s object', '', `convert({ ecommerce: ${JSON.stringify(LAYER.at(-1))} })`],
] as const)
  test(`persons’ fields except e-mail addresses stay in the page: ${where}`, async ({ storefront, page }) => {
    const ld = toLd({ customer: PRIVATE, billingAddress: ADDRESS.address, paymentMethodId: PERSON.payment })
    storefront.serve('/order', toPage({ tag, body: `${LAYER.map(toPush).join('')}${ld}<script>${call}</script>` }))
    const log = await readLog(page, storefront)
    const texts = [...Object.values(PERSON), 'Wien-Meidling']
    expect([readFound(log, texts), log.includes(EMAIL), log.includes('A-1')]).toEqual([[], true, true])
  })

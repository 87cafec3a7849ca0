/**
 * Promise: no secret of a page leaves it or gets into its storage, in what a real browser sends and stores. Each source and each key of
 * a secret has a row in test/rules/snippet/core/filter.test.ts.
 */
import type { Page } from '@playwright/test'
import { expect, test, toPage } from '../support/storefront.js'

const EMAIL = 'ada@example.com'
const CARD = '4111 1111 1111 1111'
const IBAN = 'AT61 1904 3002 3457 3201'
const [PASSWORD, TOKEN, CODE] = ['Correct-horse-7', 'tok_9f86d081', '83741290']
const SECRETS = [CARD, CARD.replaceAll(' ', '-'), CARD.replaceAll(' ', ''), IBAN, IBAN.replaceAll(' ', '')]
/** Under the keys and in the elements of secrets, and as texts with other words. */
const KEYED = { password: PASSWORD, access_token: TOKEN, cvv: CODE, card_number: SECRETS[2], iban: SECRETS[4] }
const TEXTS = { note: `Paid with ${CARD}`, memo: SECRETS[1], promo: `${CARD} 12/29`, hint: `to ${IBAN}, thanks` }
const SECRET = { ...KEYED, ...TEXTS }

const SELECTORS = {
  order_number: '#no',
  email: '#mail',
  promo: '#note',
  extra: '#extra',
  code: '#code',
  text: '#memo@id /(.*)/',
}
const ITEMS = [{ item_id: 'M', ...SECRET }]
const PURCHASE = { event: 'purchase', ...KEYED, ecommerce: { transaction_id: 'A-1', items: ITEMS, ...SECRET } }
const LD = { '@type': 'Order', orderNumber: 'A-1', ...SECRET, customer: { email: EMAIL, ...KEYED } }

const ELEMENTS = `<b id="no" data-card="${CARD}">A-1</b><b id="mail">${EMAIL}</b>
  <input id="extra" type="password" value="${PASSWORD}"><input id="code" autocomplete="cc-csc" value="${CODE}">
  <b id="note">${TEXTS.note}</b><b id="memo">${TEXTS.hint}</b><b data-ringup="note">${TEXTS.note}</b>
  <input data-ringup="extra" type="password" value="${PASSWORD}"><b data-ringup="memo">${TEXTS.hint}</b>`

const PAGES: [where: string, page: Parameters<typeof toPage>[0]][] = [
  ['elements', { tag: `data-convert-on="load" data-selectors='${JSON.stringify(SELECTORS)}'`, body: ELEMENTS }],
  [
    'the data layer and JSON-LD',
    {
      tag: 'data-convert-on="purchase"',
      body: `<script type="application/ld+json">${JSON.stringify(LD)}</script>
        <script>dataLayer = ${JSON.stringify([{ user_data: { email: EMAIL, ...KEYED } }, PURCHASE])}</script>`,
    },
  ],
  [
    'a call',
    {
      body: `<script>convert(${JSON.stringify({ email: EMAIL, cart_data: { order_number: 'A-1', ...SECRET } })})</script>`,
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

for (const [where, html] of PAGES)
  test(`no secret of ${where} leaves the page`, async ({ storefront, page }) => {
    storefront.serve('/order', toPage(html))
    storefront.be('wrong status') // so the event is stored
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.goto('/order')
    await expect.poll(() => requests.filter((request) => request.includes('"v":3')).length).toBeGreaterThan(0)
    await page.evaluate(() => window.ringup.flush())
    const log = requests.join('\n') + (await readStorage(page))
    expect([...SECRETS, PASSWORD, TOKEN, CODE].filter((text) => log.includes(String(text)))).toEqual([])
    expect([log.includes(EMAIL), log.includes('A-1')]).toEqual([true, true])
  })

/**
 * Promise: by Tag Manager's template a page brings the same order and the same sign-up to the proxy as by the script tag, once, and the
 * same bad input is named by the same problem. What the template does otherwise is in a table.
 */
import type { Page } from '@playwright/test'
import type { Outcome } from '../../src/snippet/call/outcome.js'
import { CONTACTS, type Example, ORDERS } from '../examples/index.js'
import { readContainer, toContainer } from '../support/gtm/page.js'
import { isLong } from '../support/long.js'
import { expect, readWaiting, type Storefront, test } from '../support/storefront.js'

type Body = Record<string, unknown>

interface Case extends Example {
  kind: 'order' | 'sign-up'
}

interface Difference {
  reason: string
  toSent?(sent: Body): Body[]
  problems?: Record<string, string>
}

const CASES: Case[] = [
  // A function is no setting of a tag, and what a shop's own code passes is no page's.
  ...ORDERS.filter(({ page }) => !page.passed && typeof page.settings?.adapter !== 'function').map(toCase('order')),
  ...CONTACTS.filter(({ page }) => page.passed).map(toCase('sign-up')),
  ...[
    ['an order without an e-mail', undefined],
    ['an order with an e-mail that is none', { email: 'ada at home' }],
  ].map(([name, user_data]) => ({
    name: `${name}`,
    kind: 'order' as const,
    page: { dataLayer: [{ event: 'purchase', user_data, ecommerce: { transaction_id: 'N-1', value: 5 } }] },
    sent: {}, // nothing
    problems: { email: 'no_email' },
  })),
]

function toCase(kind: Case['kind']) {
  return (example: Example): Case => ({ ...example, kind })
}

/** What the template puts into the page's head. */
async function toHead({ url }: Storefront, example: Case): Promise<string> {
  const { email, ...others } = example.page.passed ?? {}
  const fields = Object.entries(others).map(([name, value]) => ({ name, value }))
  const signUp = { tagType: 'signUp', list: 'newsletter', contactEmail: email, fields }
  const tag = { event: toTrigger(example), fields: example.kind === 'order' ? toOrderFields(example) : signUp }
  // The other settings are the page's, whoever loads the script.
  const { adapter: _adapter, dataLayer: _dataLayer, ...settings } = example.page.settings ?? {}
  const block = `<script type="application/json" id="ringup">${JSON.stringify(settings)}</script>`
  return block + (await toContainer(url, [tag], { dataLayer: toLayerName(example) }))
}

/** When the page has pushed all it has: fires the tags, and returns when each call has its outcome. */
async function fire(page: Page, example: Case) {
  const [name, event] = [toLayerName(example), PAGE_READY]
  await page.evaluate(([name, event]) => Object(window)[name].push({ event }), [name, event] as const)
  await expect
    .poll(async () => {
      const { fired, told } = await readContainer(page)
      return fired > 0 && told.length === fired
    })
    .toBe(true)
}

/** By the example's name, what comes otherwise than the example says, and why. */
const DIFFERENCES: Record<string, Difference> = {
  'the latest of two purchases in a single-page shop': {
    reason: 'each purchase fires the tag, so both orders are reported',
    toSent: ({ email, ...last }) => [
      { email, cart_data: { order_number: 'T-11', cart_value: 100, promo: 'FIRST' } },
      { email, ...last },
    ],
  },
  'what the shop has marked wins, field by field, over what was found': {
    reason: 'what a tag hands over was passed, not found, and wins over the page',
    toSent: ({ email }) => [{ email, cart_data: { order_number: 'LAYER', cart_value: 100 } }],
  },
  'the number that shoppers see, by a selector, corrects that of the data layer': {
    reason: 'likewise; for another number the tag has a field',
    toSent: ({ email, cart_items }) => [
      { email, cart_data: { order_number: '15', cart_value: 1999, cart_item_count: 1 }, cart_items },
    ],
  },
  'JSON that is named wins, field by field, whatever its names': {
    reason: 'likewise: the order of the event was passed',
    toSent: ({ email }) => [{ email, cart_data: { cart_value: 100, order_number: 'LAYER', promo: 'C', tax: '2' } }],
  },
  'a template not filled in does not hide JSON-LD': {
    reason: 'the event that fires the tag is the order, whatever it says',
    problems: { 'cart_data.order_number': 'no_order_number' },
    toSent: ({ email }) => [{ email, cart_data: { cart_value: 0 } }],
  },
  'an empty list of items is no order: JSON-LD has it': {
    reason: 'the event that fires the tag is the order, whatever it says',
    toSent: ({ email }) => [{ email, cart_data: { cart_value: 100, cart_item_count: 0 }, cart_items: [] }],
  },
  'an order without e-mail does not take that of another order': {
    reason: 'both orders are reported, each with its own customer',
    toSent: ({ email, cart_data }) => [
      { email: 'grace@example.com', cart_data: { order_number: 'O-1', cart_value: 100 } },
      { email, cart_data },
    ],
  },
}

/** What the real container pushes itself; merchants call it *Window loaded*. */
const PAGE_READY = 'gtm.load'

/** As merchants set the tag for a page that pushes its orders in `ecommerce`, and for one that shows them. */
function toOrderFields(example: Case): Record<string, unknown> {
  const { dataLayer = [], settings: { adapter } = {} } = example.page
  const isPushed = dataLayer.some((entry) => Array.isArray(entry) || Object(entry).ecommerce)
  const isShown = !isPushed || toTrigger(example) === PAGE_READY || (adapter && adapter !== 'data-layer')
  return isShown ? { source: 'page', adapter } : { withoutNumber: true }
}

/** The event that the merchant has fire the tag: the order's own, or where the page has none, its load. */
function toTrigger({ page: { dataLayer = [] } }: Case): string {
  const entries = dataLayer.map((entry) => (Array.isArray(entry) ? { event: entry[1] } : Object(entry)))
  const order = entries.find(({ event, ecommerce }) => event === 'purchase' || (event && ecommerce?.purchase))
  return order?.event ?? PAGE_READY
}

const toLayerName = ({ page: { settings } }: Case) => `${settings?.dataLayer ?? 'dataLayer'}`

/** A page for each example takes its time, and what the template hands over is tried without a browser too. */
const TRIED = CASES.filter(({ name }, index) => isLong || index % 10 === 0 || name in DIFFERENCES)

test.use({ proxyVariables: { RINGUP_LINK_HOSTS: 'shop.example' } })

test('the template brings each example’s order and sign-up, once', async ({ storefront, page }) => {
  const brought: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const [index, each] of TRIED.entries()) {
    const { toSent, problems = each.problems }: Partial<Difference> = DIFFERENCES[each.name] ?? {}
    const before = storefront.arrivals().length
    const outcomes = await open(page, storefront, each, `/${index}`)
    brought[each.name] = {
      sent: inOneOrder(storefront.arrivals().slice(before)),
      problems: Object.fromEntries(outcomes.flatMap((told) => told.problems.map(({ field, code }) => [field, code]))),
    }
    const bodies = toSent?.(each.sent) ?? (each.sent.email ? [each.sent] : [])
    expected[each.name] = { sent: inOneOrder(bodies.map((body) => ({ body }))), problems }
  }
  expect(brought).toEqual(expected)
  expect(Object.keys(brought)).toEqual(expect.arrayContaining(Object.keys(DIFFERENCES)))
})

/** Opens the example's page with the template on it, and answers the outcomes that the page was told. Nothing is left in the browser. */
async function open(page: Page, storefront: Storefront, example: Case, path: string): Promise<Outcome[]> {
  const { dataLayer = [], digitalData, html = '', lang } = example.page
  const listen =
    "<script>outcomes = []; document.addEventListener('ringup', ({ detail }) => outcomes.push(detail))</script>"
  const said = digitalData ? `<script>digitalData = ${JSON.stringify(digitalData)}</script>` : ''
  const head = await toHead(storefront, example)
  const language = lang ? ` lang="${lang}"` : ''
  storefront.serve(
    path,
    `<!doctype html><html${language}><meta charset="utf-8"><title>Shop</title>${listen}${said}${head}${html}`,
  )
  await page.goto(path)
  await page.evaluate(pushAll, {
    name: toLayerName(example),
    entries: JSON.stringify(dataLayer, (_key, value) => (Number.isNaN(value) ? 'not a number' : value)),
  })
  await fire(page, example)
  await expect.poll(() => readWaiting(page)).toEqual([])
  return page.evaluate(() => {
    localStorage.clear()
    return Object(window).outcomes
  })
}

/** Runs in the page. As JSON, for a key `__proto__` would not come over otherwise. */
function pushAll({ name, entries }: { name: string; entries: string }) {
  Object(window)[name] ??= []
  const layer = Object(window)[name]
  const gtag: (...args: unknown[]) => void = function () {
    // biome-ignore lint/complexity/noArguments: as gtag() is written
    layer.push(arguments)
  }
  const read = (_key: string, value: unknown) => (value === 'not a number' ? Number.NaN : value)
  for (const entry of JSON.parse(entries, read)) Array.isArray(entry) ? gtag(...entry) : layer.push(entry)
}

/** Two orders of one page may arrive in either order. */
const inOneOrder = (sent: { body: unknown }[]) => sent.map(({ body }) => JSON.stringify(body, toSorted)).sort()

/** Replaces an object by one whose keys have an order. */
const toSorted = (_key: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value

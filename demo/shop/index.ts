/**
 * The demo shop: server-rendered pages, a cart by cookie, orders in memory. It knows nothing of Ringup but the script tag on
 * its pages and the session it opens at checkout; it never sends an order anywhere.
 */
import { type Context, Hono } from 'hono'
import { addLine, countItems, type Line, setQuantity, toTotals, VOUCHER } from './cart.js'
import { createChoices } from './choices.js'
import { openSession, type SessionApi } from './open-session.js'
import { createOrders, type Order, type Orders } from './orders.js'
import { accountPage } from './pages/account.js'
import { cartPage } from './pages/cart.js'
import { homePage, productPage } from './pages/catalogue.js'
import { checkoutPage, reviewPage } from './pages/checkout.js'
import { choicesPage } from './pages/choices.js'
import type { Seen } from './pages/layout.js'
import { notFoundPage, signUpRefusedPage, welcomePage } from './pages/message.js'
import { thankYouPage } from './pages/thank-you.js'
import { findProduct, products } from './products.js'
import type { PageSource } from './sources/index.js'
import { style } from './style.js'
import { type Checkout, createVisitors, type Visitor, type Visitors } from './visitors.js'
import { sendWebhook, type WebhookTarget } from './webhook.js'
import { findWords, type Words } from './words.js'

export interface Shop {
  app: Hono
  orders: Orders
}

/** What the routes share. */
interface Parts {
  app: Hono
  api: SessionApi
  orders: Orders
  visitors: Visitors
  webhook: WebhookTarget
  toSeen(c: Context): Seen
}

/** The servers behind the shop's own, which is neither Ringup's nor the shopper's. */
interface Servers {
  api: SessionApi
  webhook: WebhookTarget
}

/** What the pages have that is the demo's own. */
interface DemoOwn {
  /** Do the pages tell the inspector what they know? */
  pageProbe: boolean
  toOperatorUrl(): string
}

/** @param sources ways in which the thank-you page can speak; the first unless another is chosen */
export function createShop(
  { api, webhook }: Servers,
  sources: [PageSource, ...PageSource[]],
  { pageProbe, toOperatorUrl }: DemoOwn,
): Shop {
  const app = new Hono()
  const orders = createOrders()
  const visitors = createVisitors()
  const choices = createChoices(sources)
  const toSeen = (c: Context) => ({
    ...choices.read(c),
    cartCount: countItems(visitors.find(c)?.lines ?? []),
    pageProbe,
    operatorUrl: toOperatorUrl(),
    origin: new URL(c.req.url).origin,
  })
  const parts = { app, api, orders, visitors, webhook, toSeen }

  // `no-store` would do as well, and would keep the pages out of the back/forward cache that real shops' pages are in.
  app.use(async (c, next) => {
    c.header('Cache-Control', 'private, no-cache')
    await next()
  })
  app.get('/shop.css', (c) =>
    c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'max-age=31536000, immutable' }),
  )
  app.get('/choices', (c) => c.html(choicesPage(toSeen(c), choices.sources, toSample(toSeen(c)))))
  app.post('/choices', async (c) => {
    choices.write(c, await readForm(c))
    return c.redirect('/choices', 303)
  })
  addCatalogue(parts)
  addCart(parts)
  addCheckout(parts)
  addOrders(parts)
  addSignUps(parts)
  app.notFound((c) => c.html(notFoundPage(toSeen(c)), 404))
  return { app, orders }
}

function addCatalogue({ app, toSeen }: Parts) {
  app.get('/', (c) => c.html(homePage(toSeen(c))))
  app.get('/products/:id', (c) => {
    const product = findProduct(c.req.param('id'))
    return product ? c.html(productPage(toSeen(c), product)) : c.notFound()
  })
}

function addCart({ app, visitors, toSeen }: Parts) {
  app.get('/cart', (c) => c.html(cartPage(toSeen(c), visitors.find(c)?.lines ?? [])))
  app.post('/cart', async (c) => {
    const { product, variant, quantity } = await readForm(c)
    const visitor = visitors.findOrCreate(c)
    visitor.lines = addLine(visitor.lines, product ?? '', variant ?? '', toCount(quantity) || 1)
    return c.redirect('/cart', 303)
  })
  app.post('/cart/lines', async (c) => {
    const { line, quantity } = await readForm(c)
    const visitor = visitors.findOrCreate(c)
    visitor.lines = setQuantity(visitor.lines, toCount(line), toCount(quantity))
    return c.redirect('/cart', 303)
  })
}

function addCheckout({ app, api, visitors, toSeen }: Parts) {
  app.get('/checkout', (c) => {
    const visitor = visitors.find(c)
    if (!visitor?.lines.length) return c.redirect('/cart', 303)
    return c.html(checkoutPage(toSeen(c), visitor.lines, visitor.checkout))
  })
  app.post('/checkout', async (c) => {
    const visitor = visitors.find(c)
    if (!visitor?.lines.length) return c.redirect('/cart', 303)
    const checkout = toCheckout(await readForm(c))
    const error = findMistake(checkout, findWords(toSeen(c).market))
    if (error) return c.html(checkoutPage(toSeen(c), visitor.lines, checkout, error), 422)
    visitor.checkout = checkout
    await openSession(api, checkout.email)
    return c.redirect('/checkout/review', 303)
  })
  app.get('/checkout/review', (c) => {
    const visitor = visitors.find(c)
    if (!visitor?.lines.length) return c.redirect('/cart', 303)
    if (!visitor.checkout) return c.redirect('/checkout', 303)
    return c.html(reviewPage(toSeen(c), visitor.lines, visitor.checkout))
  })
}

function addOrders({ app, api, orders, visitors, webhook, toSeen }: Parts) {
  /** A second click on the button comes with an empty cart, and must still arrive at the order of the first. */
  function place(c: Context, visitor: Visitor | undefined): Order | undefined {
    if (visitor?.lastOrder && visitor.lines.length === 0) return orders.find(visitor.lastOrder)
    if (!visitor?.checkout || visitor.lines.length === 0) return undefined
    const { source, market } = toSeen(c)
    const order = orders.place(visitor, visitor.checkout, market)
    if (source.byWebhook) void sendWebhook(webhook, order)
    return order
  }

  app.post('/orders', async (c) => {
    const order = place(c, visitors.find(c))
    if (!order) return c.redirect('/cart', 303)
    const page = `/thank-you?order=${order.number}`
    const { source } = toSeen(c)
    if (c.req.header('accept') === 'application/json') return c.json({ page, script: source.script?.(order) ?? '' })
    return c.redirect(order.leave ? `${page}&leave=1` : page, 303)
  })
  // The inspector's button: a cart, filled and paid for without a click.
  app.post('/orders/example', async (c) => {
    const visitor = visitors.findOrCreate(c)
    const number = orders.all().length
    visitor.lines = toExampleLines(number)
    visitor.checkout = { email: `shopper-${number + 1}@example.com`, name: 'A Shopper', leave: false }
    await openSession(api, visitor.checkout.email)
    if (toSeen(c).source.singlePage) return c.redirect('/checkout/review#now', 303)
    const order = place(c, visitor)
    return c.redirect(`/thank-you?order=${order?.number}`, 303)
  })
  app.get('/thank-you', (c) => {
    const order = orders.find(c.req.query('order') ?? '')
    if (!order || order.visitorId !== visitors.find(c)?.id) return c.notFound()
    return c.html(thankYouPage(toSeen(c), order, c.req.query('leave') === '1'))
  })
}

function addSignUps({ app, orders, visitors, toSeen }: Parts) {
  app.post('/newsletter', async (c) => {
    const { email } = await readForm(c)
    if (!isAddress(email)) return c.html(signUpRefusedPage(toSeen(c)), 422)
    return c.redirect('/newsletter/welcome', 303)
  })
  app.get('/newsletter/welcome', (c) => c.html(welcomePage(toSeen(c))))
  app.get('/account', (c) => {
    const visitor = visitors.find(c)
    const own = orders.all().filter(({ visitorId }) => visitorId === visitor?.id)
    return c.html(accountPage(toSeen(c), own, visitor?.checkout?.email, c.req.query('saved') === '1'))
  })
  app.post('/account', (c) => c.redirect('/account?saved=1', 303))
}

/** Text fields of a posted form, trimmed; anything else in it is left out. */
async function readForm(c: Context): Promise<Partial<Record<string, string>>> {
  const form = await c.req.parseBody()
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim().slice(0, 254)]] : [],
    ),
  )
}

const toCheckout = ({ email, name, coupon, leave }: Partial<Record<string, string>>): Checkout => ({
  email: email ?? '',
  name: name ?? '',
  coupon: coupon?.toUpperCase() || undefined,
  leave: leave === '1',
})

/** Browsers check the form first; this is for what does not come from the form. */
function findMistake({ email, name, coupon }: Checkout, words: Words): string | undefined {
  if (!isAddress(email)) return words.noEmail
  if (name === '') return words.noName
  if (coupon && coupon !== VOUCHER) return words.noVoucher
  return undefined
}

const isAddress = (text: string | undefined) => text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text)

/** A whole number that is not negative, or 0. */
const toCount = (text: string | undefined): number => (text && /^\d{1,3}$/.test(text) ? Number(text) : 0)

/** Another pair of products each time. */
function toExampleLines(number: number): Line[] {
  const take = (index: number, quantity: number): Line[] => {
    const product = products[index % products.length]
    return product ? [{ product, variant: product.variants[0], quantity }] : []
  }
  return [...take(number, 1), ...take(number + 2 + (number % 3), 2 + (number % 2))]
}

/** An order that nobody has placed, for the page that shows how one is said. */
function toSample({ market }: Seen): Order {
  const lines = toExampleLines(0)
  const checkout = { email: 'you@example.com', name: 'You', leave: false }
  return { ...checkout, ...toTotals(lines, market), number: '1001', at: 0, lines, market, visitorId: '' }
}

/**
 * The demo shop: pages from the server, a cart by cookie, orders in memory. Only two things in it are for Ringup: the script tag
 * on its pages, and the session that it opens at checkout. It never sends an order to the proxy or the API.
 */
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { addLine, countItems, type Line, toTotals, VOUCHER } from './cart.js'
import { openSession, type SessionApi } from './open-session.js'
import { createOrders, type Order, type Orders } from './orders.js'
import { cartPage } from './pages/cart.js'
import { homePage, productPage } from './pages/catalogue.js'
import { checkoutPage, reviewPage } from './pages/checkout.js'
import { choicesPage } from './pages/choices.js'
import type { Seen } from './pages/layout.js'
import { notFoundPage, signUpRefusedPage, welcomePage } from './pages/message.js'
import { thankYouPage } from './pages/thank-you.js'
import { findProduct, products } from './products.js'
import { findSource } from './sources/index.js'
import { style } from './style.js'
import { type Checkout, createVisitors, type Visitors } from './visitors.js'

export interface Shop {
  app: Hono
  orders: Orders
}

/** The parts that all routes share. */
interface Parts extends Shop {
  api: SessionApi
  visitors: Visitors
  toSeen(c: Context): Seen
}

/** @param toOperatorUrl the address of the operator's page, without a slash at the end */
export function createShop(api: SessionApi, toOperatorUrl: () => string): Shop {
  const app = new Hono()
  const orders = createOrders()
  const visitors = createVisitors()
  const toSeen = (c: Context) => ({
    source: findSource(getCookie(c, 'source')),
    cartCount: countItems(visitors.find(c)?.lines ?? []),
    operatorUrl: toOperatorUrl(),
  })
  const parts = { app, api, orders, visitors, toSeen }

  // With `no-store`, browsers would not keep the pages in the back/forward cache (https://web.dev/articles/bfcache). They
  // keep those of real shops.
  app.use(async (c, next) => {
    c.header('Cache-Control', 'private, no-cache')
    await next()
  })
  app.get('/shop.css', (c) =>
    c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'max-age=31536000, immutable' }),
  )
  app.get('/choices', (c) => c.html(choicesPage(toSeen(c), SAMPLE)))
  app.post('/choices', async (c) => {
    const { source } = await readForm(c)
    setCookie(c, 'source', findSource(source).id, { httpOnly: true, sameSite: 'Lax', path: '/' })
    return c.redirect('/choices', 303)
  })
  app.get('/', (c) => c.html(homePage(toSeen(c))))
  app.get('/products/:id', (c) => {
    const product = findProduct(c.req.param('id'))
    return product ? c.html(productPage(toSeen(c), product)) : c.notFound()
  })
  addCart(parts)
  addCheckout(parts)
  addOrders(parts)
  app.post('/newsletter', async (c) => {
    const { email } = await readForm(c)
    return isAddress(email) ? c.redirect('/newsletter/welcome', 303) : c.html(signUpRefusedPage(toSeen(c)), 422)
  })
  app.get('/newsletter/welcome', (c) => c.html(welcomePage(toSeen(c))))
  app.notFound((c) => c.html(notFoundPage(toSeen(c)), 404))
  return { app, orders }
}

function addCart({ app, visitors, toSeen }: Parts) {
  app.get('/cart', (c) => c.html(cartPage(toSeen(c), visitors.find(c)?.lines ?? [])))
  app.post('/cart', async (c) => {
    const { product, variant, quantity } = await readForm(c)
    const visitor = visitors.findOrCreate(c)
    visitor.lines = addLine(visitor.lines, product ?? '', variant ?? '', toCount(quantity) || 1)
    return c.redirect('/cart', 303)
  })
  app.post('/cart/remove', async (c) => {
    const { line } = await readForm(c)
    const visitor = visitors.findOrCreate(c)
    visitor.lines = visitor.lines.toSpliced(toCount(line), 1)
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
    const error = findMistake(checkout)
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

function addOrders({ app, api, orders, visitors, toSeen }: Parts) {
  app.post('/orders', (c) => {
    const visitor = visitors.find(c)
    const { checkout, lines = [], lastOrder } = visitor ?? {}
    // A second click on the button comes with an empty cart. It leads to the order of the first click.
    if (lastOrder && lines.length === 0) return c.redirect(`/thank-you?order=${lastOrder}`, 303)
    if (!visitor || !checkout || lines.length === 0) return c.redirect('/cart', 303)
    const { number, leave } = orders.place(visitor, checkout)
    return c.redirect(`/thank-you?order=${number}${leave ? '&leave=1' : ''}`, 303)
  })
  // The inspector's button: the shop fills a cart and places the order.
  app.post('/orders/example', async (c) => {
    const visitor = visitors.findOrCreate(c)
    const count = orders.all().length
    visitor.lines = toExampleLines(count)
    visitor.checkout = { email: `shopper-${count + 1}@example.com`, name: 'A Shopper', leave: false }
    await openSession(api, visitor.checkout.email)
    const { number } = orders.place(visitor, visitor.checkout)
    return c.redirect(`/thank-you?order=${number}`, 303)
  })
  app.get('/thank-you', (c) => {
    const order = orders.find(c.req.query('order') ?? '')
    if (!order || order.visitorId !== visitors.find(c)?.id) return c.notFound()
    return c.html(thankYouPage(toSeen(c), order, c.req.query('leave') === '1'))
  })
}

/** Reads the text fields of a posted form, trimmed. */
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

/** Checks details that did not come through the form. Browsers check the form itself. */
function findMistake({ email, name, coupon }: Checkout): string | undefined {
  if (!isAddress(email)) return 'This is not an e-mail address.'
  if (name === '') return 'Please enter a name.'
  if (coupon && coupon !== VOUCHER) return 'This voucher does not exist.'
  return undefined
}

const isAddress = (text: string | undefined) => text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text)

/** Reads a whole number that is not negative. Returns 0 for any other text. */
const toCount = (text: string | undefined): number => (text && /^\d{1,3}$/.test(text) ? Number(text) : 0)

/** Takes another pair of products for each order. */
function toExampleLines(count: number): Line[] {
  const take = (index: number, quantity: number): Line[] => {
    const product = products[index % products.length]
    return product ? [{ product, variant: product.variants[0], quantity }] : []
  }
  return [...take(count, 1), ...take(count + 2 + (count % 3), 2 + (count % 2))]
}

/** The order in the example code of the page of choices. */
const SAMPLE: Order = {
  email: 'you@example.com',
  name: 'You',
  leave: false,
  number: '1001',
  lines: toExampleLines(0),
  visitorId: '',
  ...toTotals(toExampleLines(0)),
}

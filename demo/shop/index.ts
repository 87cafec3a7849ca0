/**
 * The demo shop: server-rendered pages, a cart by cookie, orders in memory. It knows nothing of Ringup
 * but the script tag on its pages and the session it opens at checkout; it never sends an order anywhere.
 */
import { type Context, Hono } from 'hono'
import { addLine, countItems, setQuantity, VOUCHER } from './cart.js'
import { openSession, type SessionApi } from './open-session.js'
import { createOrders, type Orders } from './orders.js'
import { cartPage } from './pages/cart.js'
import { homePage, productPage } from './pages/catalogue.js'
import { checkoutPage, reviewPage } from './pages/checkout.js'
import { notFoundPage, signUpRefusedPage, welcomePage } from './pages/message.js'
import { thankYouPage } from './pages/thank-you.js'
import { findProduct } from './products.js'
import { style } from './style.js'
import { type Checkout, createVisitors, type Visitors } from './visitors.js'

export interface Shop {
  app: Hono
  orders: Orders
}

export function createShop(api: SessionApi): Shop {
  const app = new Hono()
  const orders = createOrders()
  const visitors = createVisitors()
  const toCartCount = (c: Context) => countItems(visitors.find(c)?.lines ?? [])

  // `no-store` would do as well, and would keep the pages out of the back/forward cache that real shops' pages are in.
  app.use(async (c, next) => {
    c.header('Cache-Control', 'private, no-cache')
    await next()
  })
  app.get('/shop.css', (c) =>
    c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'max-age=31536000, immutable' }),
  )
  addCatalogue(app, toCartCount)
  addCart(app, visitors)
  addCheckout(app, visitors, api)
  addOrders(app, visitors, orders)
  addNewsletter(app, toCartCount)
  app.notFound((c) => c.html(notFoundPage(toCartCount(c)), 404))
  return { app, orders }
}

function addCatalogue(app: Hono, toCartCount: (c: Context) => number) {
  app.get('/', (c) => c.html(homePage(toCartCount(c))))
  app.get('/products/:id', (c) => {
    const product = findProduct(c.req.param('id'))
    return product ? c.html(productPage(product, toCartCount(c))) : c.notFound()
  })
}

function addCart(app: Hono, visitors: Visitors) {
  app.get('/cart', (c) => c.html(cartPage(visitors.find(c)?.lines ?? [])))
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

function addCheckout(app: Hono, visitors: Visitors, api: SessionApi) {
  app.get('/checkout', (c) => {
    const visitor = visitors.find(c)
    return visitor?.lines.length ? c.html(checkoutPage(visitor.lines, visitor.checkout)) : c.redirect('/cart', 303)
  })
  app.post('/checkout', async (c) => {
    const visitor = visitors.find(c)
    if (!visitor?.lines.length) return c.redirect('/cart', 303)
    const checkout = toCheckout(await readForm(c))
    const error = findMistake(checkout)
    if (error) return c.html(checkoutPage(visitor.lines, checkout, error), 422)
    visitor.checkout = checkout
    await openSession(api, checkout.email)
    return c.redirect('/checkout/review', 303)
  })
  app.get('/checkout/review', (c) => {
    const visitor = visitors.find(c)
    if (!visitor?.lines.length) return c.redirect('/cart', 303)
    return visitor.checkout ? c.html(reviewPage(visitor.lines, visitor.checkout)) : c.redirect('/checkout', 303)
  })
}

function addOrders(app: Hono, visitors: Visitors, orders: Orders) {
  app.post('/orders', (c) => {
    const visitor = visitors.find(c)
    // A second click on the button comes with an empty cart, and must still arrive at the order of the first.
    if (visitor?.lastOrder && visitor.lines.length === 0) {
      return c.redirect(toThankYou(visitor.lastOrder, visitor.checkout?.leave), 303)
    }
    if (!visitor?.checkout || visitor.lines.length === 0) return c.redirect('/cart', 303)
    const order = orders.place(visitor, visitor.checkout)
    return c.redirect(toThankYou(order.number, order.leave), 303)
  })
  app.get('/thank-you', (c) => {
    const visitor = visitors.find(c)
    const order = orders.find(c.req.query('order') ?? '')
    if (!order || order.visitorId !== visitor?.id) return c.notFound()
    return c.html(thankYouPage(order, countItems(visitor.lines), c.req.query('leave') === '1'))
  })
}

function addNewsletter(app: Hono, toCartCount: (c: Context) => number) {
  app.post('/newsletter', async (c) => {
    const { email } = await readForm(c)
    if (!isAddress(email)) return c.html(signUpRefusedPage(toCartCount(c)), 422)
    return c.redirect('/newsletter/welcome', 303)
  })
  app.get('/newsletter/welcome', (c) => c.html(welcomePage(toCartCount(c))))
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
function findMistake({ email, name, coupon }: Checkout): string | undefined {
  if (!isAddress(email)) return 'Please give an e-mail address.'
  if (name === '') return 'Please give a name.'
  if (coupon && coupon !== VOUCHER) return 'There is no such voucher.'
  return undefined
}

const isAddress = (text: string | undefined) => text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text)

/** A whole number that is not negative, or 0. */
const toCount = (text: string | undefined): number => (text && /^\d{1,3}$/.test(text) ? Number(text) : 0)

const toThankYou = (order: string, leave = false) => `/thank-you?order=${order}${leave ? '&leave=1' : ''}`

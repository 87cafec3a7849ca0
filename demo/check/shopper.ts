/** What a shopper does, by what a shopper sees: links, labels and buttons, in the market's language. */
import type { Page } from 'playwright-core'
import { type Market, markets } from '../shop/markets.js'
import type { Order } from '../shop/orders.js'
import type { PageSource } from '../shop/sources/index.js'
import { findWords } from '../shop/words.js'
import type { Demo } from '../start.js'
import { step } from './step.js'

export const READER = { email: 'reader@example.com', first_name: 'Reader', favourite_tea: 'Oolong' }

/** How the shop is to speak, and where it sells. */
export interface Variant {
  source: PageSource
  market: Market
}

/** @returns the order as the shop's own book has it */
export async function buy(page: Page, { shop }: Demo, { source, market }: Variant): Promise<Order> {
  const words = findWords(market)
  await step('open the shop', () => open(page, shop.url))
  await step(`choose ${source.name}`, () => choose(page, source, market))
  await step('add one mug to the cart', () => addToCart(page, market, 'Stoneware mug', 1))
  await step('add two packs of filters to the cart', () => addToCart(page, market, 'Paper filters', 2))
  await step('check out', async () => {
    await page.getByRole('link', { name: words.goToCheckout }).click()
    const form = page.getByRole('main')
    await form.getByLabel(words.email).fill(`${source.id}@example.com`)
    await form.getByLabel(words.name, { exact: true }).fill('A Shopper')
    await form.getByRole('button', { name: words.reviewOrder }).click()
  })
  return step('place the order', () => placeOrder(page, words.placeOrder, shop.orders))
}

export const leave = (page: Page, { shop }: Demo, { market }: Variant): Promise<void> =>
  step('leave the thank-you page', async () => {
    await page.waitForLoadState('load')
    await page.getByRole('link', { name: findWords(market).backToShop }).click()
    await page.waitForURL(`${shop.url}/`)
  })

async function open(page: Page, url: string) {
  const answer = await page.goto(url)
  if (!answer?.ok()) throw new Error(`the shop answered ${answer?.status()}`)
}

async function choose(page: Page, source: PageSource, market: Market) {
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByRole('radio', { name: source.name }).check()
  await page.getByRole('radio', { name: market.name }).check()
  await page.getByRole('button', { name: 'Use these' }).click()
  await page.getByRole('heading', { name: `What the thank-you page has now: ${source.name}` }).waitFor()
}

async function addToCart(page: Page, market: Market, name: string, quantity: number) {
  const words = findWords(market)
  await page.getByRole('link', { name: words.shop, exact: true }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByLabel(words.quantity).fill(String(quantity))
  await page.getByRole('button', { name: words.addToCart }).click()
  await page.waitForURL('**/cart')
}

async function placeOrder(page: Page, button: string, orders: Demo['shop']['orders']): Promise<Order> {
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL('**/thank-you?*')
  const number = await page.locator('.order-number').textContent()
  const order = orders.find(number ?? '')
  if (!order) throw new Error(`the shop knows no order ${number}`)
  return order
}

export async function signUp(page: Page, { shop }: Demo) {
  const words = findWords(markets[0])
  await choose(page, shop.sources[0], markets[0])
  await step('sign up for the newsletter', async () => {
    const form = page.getByRole('form', { name: words.letter })
    await form.getByLabel(words.email).fill(READER.email)
    await form.getByLabel(words.firstName).fill(READER.first_name)
    await form.getByLabel(words.favouriteTea).selectOption(READER.favourite_tea)
    await form.getByRole('button', { name: words.signUp }).click()
    await page.waitForURL(`${shop.url}/newsletter/welcome`)
  })
}

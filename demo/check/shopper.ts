/** What a shopper does, by what a shopper sees: links, labels and buttons. */
import type { Page } from 'playwright-core'
import type { Order } from '../shop/orders.js'
import type { Demo } from '../start.js'
import { step } from './step.js'

const SHOPPER = { email: 'shopper@example.com', name: 'A Shopper' }
export const READER = { email: 'reader@example.com', first_name: 'Reader', favourite_tea: 'Oolong' }

/** @returns the order as the shop's own book has it */
export async function buy(page: Page, { shop }: Demo): Promise<Order> {
  await step('open the shop', () => open(page, shop.url))
  await step('add one mug to the cart', () => addToCart(page, 'Stoneware mug', 1))
  await step('add two packs of filters to the cart', () => addToCart(page, 'Paper filters', 2))
  await step('check out', async () => {
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    const form = page.getByRole('main')
    await form.getByLabel('E-mail').fill(SHOPPER.email)
    await form.getByLabel('Name').fill(SHOPPER.name)
    await form.getByRole('button', { name: 'Review order' }).click()
  })
  const order = await step('place the order', () => placeOrder(page, shop.orders))
  await step('leave the thank-you page', async () => {
    await page.waitForLoadState('load')
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await page.waitForURL(`${shop.url}/`)
  })
  return order
}

async function open(page: Page, url: string) {
  const answer = await page.goto(url)
  if (!answer?.ok()) throw new Error(`the shop answered ${answer?.status()}`)
}

async function addToCart(page: Page, name: string, quantity: number) {
  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByLabel('Quantity').fill(String(quantity))
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('**/cart')
}

async function placeOrder(page: Page, orders: Demo['shop']['orders']): Promise<Order> {
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.waitForURL('**/thank-you?*')
  const number = await page.locator('.order-number').textContent()
  const order = orders.find(number ?? '')
  if (!order) throw new Error(`the shop knows no order ${number}`)
  return order
}

export async function signUp(page: Page, { shop }: Demo) {
  await step('sign up for the newsletter', async () => {
    const form = page.getByRole('form', { name: 'A letter once a month' })
    await form.getByLabel('E-mail').fill(READER.email)
    await form.getByLabel('First name').fill(READER.first_name)
    await form.getByLabel('Favourite tea').selectOption(READER.favourite_tea)
    await form.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL(`${shop.url}/newsletter/welcome`)
  })
}

/** A shopper in a browser, who uses only visible links, labels and buttons. */
import type { Page } from 'playwright-core'
import type { PageSource } from '../shop/sources/index.js'
import type { Demo } from '../start.js'

export const READER = { email: 'reader@example.com', first_name: 'Reader', favourite_tea: 'Oolong' }

/** Runs a named step. If it fails, the error's sentence has the name. */
export async function step<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`The check failed at "${name}": ${reason}`, { cause: error })
  }
}

/** @returns the number of the order */
export async function buy(page: Page, { shop }: Demo, source: PageSource): Promise<string> {
  await step('open the shop', () => open(page, shop.url))
  await step(`choose ${source.name}`, () => choose(page, source))
  await step('add one mug to the cart', () => addToCart(page, 'Stoneware mug', 1))
  await step('add two packs of filters to the cart', () => addToCart(page, 'Paper filters', 2))
  await step('check out', async () => {
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    const form = page.getByRole('main')
    await form.getByLabel('E-mail').fill(`${source.id}@example.com`)
    await form.getByLabel('Name', { exact: true }).fill('A Shopper')
    await form.getByRole('button', { name: 'Review order' }).click()
  })
  return step('place the order', async () => {
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.waitForURL('**/thank-you?*')
    return page.locator('.order-number').innerText()
  })
}

export const leave = (page: Page, { shop }: Demo): Promise<void> =>
  step('leave the thank-you page', async () => {
    await page.waitForLoadState('load')
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await page.waitForURL(`${shop.url}/`)
  })

async function open(page: Page, url: string) {
  const answer = await page.goto(url)
  if (!answer?.ok()) throw new Error(`the shop answered ${answer?.status()}`)
}

async function choose(page: Page, source: PageSource) {
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByRole('radio', { name: source.name }).check()
  await page.getByRole('button', { name: 'Use this format' }).click()
  await page.getByRole('heading', { name: `The thank-you page now: ${source.name}` }).waitFor()
}

async function addToCart(page: Page, name: string, quantity: number) {
  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByLabel('Quantity').fill(String(quantity))
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('**/cart')
}

export const signUp = (page: Page, { shop }: Demo) =>
  step('sign up for the newsletter', async () => {
    const form = page.getByRole('form', { name: 'A letter once a month' })
    await form.getByLabel('E-mail').fill(READER.email)
    await form.getByLabel('First name').fill(READER.first_name)
    await form.getByLabel('Favourite tea').selectOption(READER.favourite_tea)
    await form.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL(`${shop.url}/newsletter/welcome`)
  })

/** Promise: a person points at the order on the live page, sees what each selector reads, and gets settings that hold on other pages. */
import { test } from '../support/panel.js'
import { expect, toPage } from '../support/storefront.js'

const ORDER = `<main class="done"><h1>Thank you</h1>
  <p>Order number: <strong id="n">1001</strong></p><p>We write to <b id="m">ada@mail.example.com</b>.</p>
  <ul class="lines"><li class="line" data-sku="MUG-1"><a href="/mug">Blue mug</a> <i>2</i> <em>€ 12.99</em></li>
    <li class="line" data-sku="TEA-7"><a href="/tea">Green tea</a> <i>1</i> <em>€ 11.00</em></li></ul>
  <p>Total: <span class="sum">€ 36.98</span></p></main>`

test('by pointer: each field shows its value, and the line for the tag has all of them', async ({ page, panel }) => {
  await panel.openOn(toPage({ body: ORDER }))
  for (const [name, at] of [
    ['Point at the order number', '#n'],
    ['Point at the total', '.sum'],
    ['Point at the e-mail address', '#m'],
    ['Point at a product', 'a >> nth=0'],
  ] as const) {
    await panel.press(name)
    await page.locator(at).click()
  }
  await expect(panel.content).toContainText('Order number: 1001')
  await expect(panel.content).toContainText('Total: € 36.98')
  await expect(panel.content).toContainText('Products: 2 rows')
  await expect(panel.content).toContainText('cart_value3698')
  expect(new URL(page.url()).pathname).toBe('/case') // the link was not followed
  const line = await panel.content.locator('pre', { hasText: 'data-selectors' }).textContent()
  expect(line).toContain('"order_number"')
  expect(line).not.toContain('ada@')
})

test('by keyboard: arrows move, Enter picks, Escape ends', async ({ page, panel }) => {
  await panel.openOn(toPage({ body: '<main><p>Order number: 1001</p></main>' }))
  await panel.button('Point at the order number').focus()
  await page.keyboard.press('Enter')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key)
  await expect(panel.content).toContainText('Order number: 1001')
  await expect(panel.button('Point at the order number')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(panel.button('Point at the order number')).toBeFocused()
})

test('the panel gives up the focus at once, so an early Enter picks an element', async ({ panel }) => {
  await panel.openOn(toPage({ body: '<main><p>Order number: 1001</p></main>' }))
  const focused = await panel.button('Point at the order number').evaluate((button: HTMLElement) => {
    button.focus()
    button.click()
    return document.activeElement?.localName
  })
  expect(focused).toBe('body')
})

test('an element without a name is refused, with the line for the template', async ({ page, panel }) => {
  await panel.openOn(toPage({ body: '<main><div><strong>1001</strong></div></main>' }))
  await panel.press('Point at the order number')
  await page.locator('main strong').click()
  await expect(panel.content.getByRole('alert')).toContainText('write it as <span data-ringup="order_number">')
})

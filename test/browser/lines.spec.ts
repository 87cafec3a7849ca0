/** Promise: a text is read in its visible lines, as the page's style draws them. */
import { expect, test } from '../support/storefront.js'

const EMAIL = 'ada@example.com'

const mark = (name: string, html: string, style = '') => `<p data-ringup="${name}" class="${style}">${html}</p>`
const email = (html: string, style?: string) => mark('email', html, style)
const amount = (html: string, style?: string) => mark('cart_value', html, style)

/** Elements whose text depends on the style that only a browser applies. */
const SHOWN: [html: string, field: string, value: unknown, what: string][] = [
  [email(`Ada<b class="block">${EMAIL}</b>London`), 'email', EMAIL, 'elements that are blocks'],
  [email(`<b>Ada</b><b>${EMAIL}</b>`, 'row'), 'email', EMAIL, 'elements side by side'],
  [email(`<b class="left">Ada</b>${EMAIL}`), 'email', EMAIL, 'an element at the side'],
  [email(`<b class="small">${EMAIL}</b><b>${EMAIL}</b>`), 'email', EMAIL, 'a hidden twin'],
  [email(`Ada<x-mail>${EMAIL}</x-mail>London`), 'email', EMAIL, 'a custom element'],
  [mark('note', 'Mug<b class="inline-block">s</b>'), 'note', 'Mugs', 'a part of a word'],
  ['<div data-ringup="note">Mug<div class="inline">s</div></div>', 'note', 'Mugs', 'a division that is in the line'],
  [amount('<b>€</b><b>25</b><b>,50</b>', 'row'), 'cart_value', 2550, 'pieces of an amount'],
  [amount('<b class="left">€ 25</b><b class="left">,50</b>'), 'cart_value', 2550, 'pieces'],
  [amount('<b>€ 25</b><b>500 points</b>', 'column'), 'cart_value', 2500, 'a column'],
  [amount('<b>€ 25.50</b><b>2 items</b>', 'row'), 'cart_value', undefined, 'two numbers'],
  [amount('€ 25<b class="cents">50</b>'), 'cart_value', undefined, 'cents that only their position shows'],
]

const STYLE = `<style>
  .block, x-mail { display: block } .inline { display: inline } .inline-block { display: inline-block }
  .row { display: flex } .column { display: flex; flex-direction: column } .left { float: left }
  .small { display: none } .cents { position: absolute; top: 0 }
</style>`

test('lines, spaces and hidden parts follow the page’s style', async ({ storefront, page }) => {
  await page.goto('/')
  for (const [index, [html]] of SHOWN.entries())
    await page.evaluate(
      ([body, order_number, email]) => {
        document.body.innerHTML = `${body}`
        const meta = `<meta data-ringup="email" content="${email}">`
        if (!document.querySelector('[data-ringup=email]')) document.body.insertAdjacentHTML('beforeend', meta)
        return window.convert({ cart_data: { order_number } })
      },
      [STYLE + html, `S-${index}`, EMAIL],
    )
  const bodies = storefront.arrivals().map(({ body }) => ({ ...body, ...body.cart_data }) as Record<string, unknown>)
  expect(bodies.map((body, index) => [SHOWN[index]?.[3], body[SHOWN[index]?.[1] ?? '']])).toEqual(
    SHOWN.map(([, , value, what]) => [what, value]),
  )
})

test('reading a long element takes linear time', async ({ page }) => {
  await page.goto('/')
  const read = (rows: number) =>
    page.evaluate(async (rows) => {
      document.body.innerHTML = `<div data-ringup="note">${'<p>Blue <b>mug</b></p>'.repeat(rows)}</div>`
      const start = performance.now()
      await window.convert({ email: 'ada@example.com', cart_data: { order_number: `T-${rows}` } })
      return performance.now() - start
    }, rows)
  await read(10)
  const few = await read(1_000)
  expect(await read(8_000)).toBeLessThan(8 * 4 * Math.max(few, 20))
})

/** Promise: secrets, cards, and fields that are not the shopper's are neither stored nor sent with a form. */
import { expect, test, toPage } from '../support/storefront.js'

const CARD = '4111 1111 1111 1111'

/** Cards, a code and an account by token, name and digits; a one-time code, a captcha, and honeypots of three kinds. */
const PRIVATE = `<input name="a" autocomplete="cc-number off" value="${CARD}">
  <input name="cardnumber" value="12"><input name="cvc" value="123"><input name="iban" value="DE02">
  <input name="note" value="${CARD}"><input name="code" autocomplete="one-time-code" value="123456">
  <textarea name="g-recaptcha-response">03AGdBq</textarea><input name="site" tabindex="-1" value="robot">
  <p aria-hidden="true"><input name="home" value="robot"></p>
  <input name="website" style="position: absolute; left: -9999px" value="robot">`

test('private fields of a form are not sent, with any value', async ({ storefront, page }) => {
  const body = `<form data-add-to-list="newsletter" onsubmit="return false">
    <input name="email" value="ada@example.com"><input name="tea" value="Assam">${PRIVATE}<button>Go</button></form>`
  storefront.serve('/', toPage({ body }))
  await page.goto('/')
  await page.getByRole('button').click()
  await expect
    .poll(() => storefront.arrivals().map((event) => event.body))
    .toEqual([{ email: 'ada@example.com', tea: 'Assam' }])
})

/** Promise: of a form nothing is stored or sent that is a secret, a card, or not the shopper's. */
import { expect, readWaiting, test, toIds, toPage } from '../support/storefront.js'

const CARD = '4111 1111 1111 1111'

const FIELDS: [what: string, field: string][] = [
  ['a card by its token among others', `<input name="a" autocomplete="cc-number off" value="${CARD}">`],
  ['a card by its name', '<input name="cardnumber" value="12">'],
  ['a code by its name', '<input name="cvc" value="123">'],
  ['an account by its name', '<input name="iban" value="DE02">'],
  ['a card by its digits', `<input name="note" value="${CARD}">`],
  ['a one-time code', '<input name="code" autocomplete="one-time-code" value="123456">'],
  ['a captcha', '<textarea name="g-recaptcha-response">03AGdBq</textarea>'],
  ['a honeypot that no key reaches', '<input name="website" tabindex="-1" value="robot">'],
  ['a honeypot that is hidden from readers', '<p aria-hidden="true"><input name="website" value="robot"></p>'],
  ['a honeypot off the screen', '<input name="website" style="position: absolute; left: -9999px" value="robot">'],
]

test('nothing of a form is sent that is private, whatever is in it', async ({ storefront, page }) => {
  for (const [index, [what, field]] of FIELDS.entries()) {
    const body = `<form data-add-to-list="newsletter" onsubmit="return false">
      <input name="email" value="ada@example.com"><input name="tea" value="Assam ${index}">${field}<button>Go</button>
    </form>`
    storefront.serve('/', toPage({ body }))
    await page.goto('/')
    await page.getByRole('button').click()
    await expect.poll(() => toIds(storefront).length, what).toBe(index + 1)
    await expect.poll(() => readWaiting(page), what).toEqual([]) // or the next page would send it too
    expect(storefront.arrivals().at(-1)?.body, what).toEqual({ email: 'ada@example.com', tea: `Assam ${index}` })
  }
})

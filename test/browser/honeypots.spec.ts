/** Promise: a field that only robots see is not sent. A field that the shopper has filled in is sent. */
import type { Page } from '@playwright/test'
import { HONEYPOTS } from '../examples/honeypots.js'
import { expect, test, toPage } from '../support/storefront.js'

const EMAIL = '<input type="email" name="email" aria-label="Address">'

/** Runs in the page: reports several forms whose honeypots a robot has filled in. */
async function signUpWith(fields: string[]) {
  for (const [index, field] of fields.entries()) {
    const form = document.createElement('form')
    form.innerHTML = `<input type="email" name="email" value="reader${index}@example.com">${field}`
    document.body.append(form)
    await window.addToList('newsletter', form)
    form.remove()
  }
}

test('the honeypots of form systems are not sent, with any of their styles', async ({ storefront, page }) => {
  await page.goto('/')
  await page.evaluate(
    signUpWith,
    HONEYPOTS.map(([, field]) => field),
  )
  const expected = HONEYPOTS.map(([of], index) => [of, { email: `reader${index}@example.com` }])
  const bodies = storefront.arrivals().map(({ body }) => body)
  expect(bodies.map((body, index) => [HONEYPOTS[index]?.[0], body])).toEqual(expected)
})

const FILLED = { email: 'reader@example.com', city: 'Oslo' }
const CITY = '<input name="city" aria-label="City">'

/** The shopper types. Then the page changes, as it does when a dialog closes or the next step begins. */
async function fillIn(page: Page, email: string) {
  const rest = page.waitForResponse(/ringup-rest/)
  await page.getByLabel('Address').fill(email)
  await (await rest).finished()
  await page.getByLabel('City').fill(FILLED.city)
  await page.evaluate(() => document.querySelector('#step')?.classList.add('left'))
  await page.evaluate(() => document.querySelector('form')?.requestSubmit())
}

const PLACES: [where: string, style: string, form: string][] = [
  ['under an aria-hidden of a closed dialog', '', `<form aria-hidden="true">${EMAIL}${CITY}</form>`],
  ['in a box of the form that is aria-hidden', '', `<form>${EMAIL}<p aria-hidden="true">${CITY}</p></form>`],
  ['that the keyboard does not reach', '', `<form>${EMAIL}${CITY.replace('>', ' tabindex="-1">')}</form>`],
  ['in a step that is no longer displayed', '.left { display: none }', `<form><p id="step">${CITY}</p>${EMAIL}</form>`],
  [
    'in a step that has slid out',
    '.left { transform: translateX(-300vw) }',
    `<form><p id="step">${CITY}</p>${EMAIL}</form>`,
  ],
  ['in a form that has slid out', '.left { transform: translateX(-300vw) }', `<form id="step">${CITY}${EMAIL}</form>`],
  ['in a step that has faded', '.left { opacity: 0 }', `<form><p id="step">${CITY}</p>${EMAIL}</form>`],
  ['outside of its form', '', `<p>${CITY.replace('>', ' form="join">')}</p><form id="join">${EMAIL}</form>`],
]

test('a field that the shopper has filled in is sent, wherever it is then', async ({ storefront, page }) => {
  for (const [index, [where, style, form]] of PLACES.entries()) {
    const body = form.replace('<form', '<form data-add-to-list="newsletter" onsubmit="return false"')
    storefront.serve('/join', toPage({ head: `<style>${style}</style>`, body }))
    await page.goto('/join')
    const email = `reader${index}@example.com` // otherwise it would be a duplicate
    await fillIn(page, email)
    await expect.poll(() => storefront.arrivals().at(-1)?.body, where).toEqual({ email, city: FILLED.city })
  }
})

/** Runs in the page: fills in a value without focus, as autofill and some password managers do. */
const autofill = () => {
  const [city] = document.getElementsByName('city')
  if (city instanceof HTMLInputElement) city.value = 'Oslo'
  city?.dispatchEvent(new Event('input', { bubbles: true }))
}

for (const [what, field, expected] of [
  [
    'that is visible is sent',
    `<div style="height: 40px; overflow: auto" id="box"><p>${CITY}</p><p style="height: 9000px"></p></div>`,
    FILLED,
  ],
  ['off the page is not sent', `<div style="position: absolute; left: -5000px">${CITY}</div>`, { email: FILLED.email }],
] as const)
  test(`a field ${what}, if only autofill has filled it in`, async ({ storefront, page }) => {
    const body = `<form data-add-to-list="newsletter" onsubmit="return false">${EMAIL}${field}</form>`
    storefront.serve('/join', toPage({ body }))
    await page.goto('/join')
    const rest = page.waitForResponse(/ringup-rest/)
    await page.getByLabel('Address').fill(FILLED.email)
    await (await rest).finished()
    await page.evaluate(autofill)
    await page.evaluate(() => document.querySelector('#box')?.scrollTo(0, 8_000))
    await page.evaluate(() => document.querySelector('form')?.requestSubmit())
    await expect.poll(() => storefront.arrivals().map(({ body }) => body)).toEqual([expected])
  })

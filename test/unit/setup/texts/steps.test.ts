/** Promise: what is to be done in the tag manager and in Shopify’s admin is said with the values that were chosen. */
import { describe, expect, test } from 'vitest'
import { toPlatform } from '../../../../src/setup/choices/choices.js'
import { toPixel, toSteps, toThemeLine } from '../../../../src/setup/texts/steps.js'
import { createChoices, ELSEWHERE, SNIPPET } from '../create-choices.js'

describe('the steps elsewhere', () => {
  const read = (more: Parameters<typeof createChoices>[0]) => {
    const choices = createChoices(more)
    return toSteps[toPlatform(choices)](choices, SNIPPET)
  }

  test.each([
    [{ system: 'other' }, undefined],
    [{ system: 'tag-manager' }, expect.stringContaining('Script address: https://shop.example/ringup/ringup.js')],
    [{ system: 'tag-manager', endpoint: ELSEWHERE }, expect.stringContaining(`Endpoint: ${ELSEWHERE}`)],
    [{ system: 'tag-manager', onPage: 'yes' }, expect.stringContaining('It is already on the page')],
    [{ system: 'tag-manager', consent: 'required' }, expect.stringContaining('Consent required: ad_user_data')],
    [{ system: 'tag-manager', consent: 'cookiebot' }, expect.stringContaining('Consent required: ad_user_data')],
    [{ system: 'shopify', consent: 'cookiebot' }, expect.stringContaining('Required, with Marketing ticked')],
    [{ system: 'shopify', endpoint: ELSEWHERE }, expect.stringContaining(`JSON, ${ELSEWHERE}/webhooks/shopify.`)],
  ] as const)('of %j are %j', (more, steps) => {
    expect(read(more)).toEqual(steps)
  })
})

test('the theme’s line and the pixel, which is whole, say the same', () => {
  const choices = createChoices({ system: 'shopify', endpoint: ELSEWHERE, consent: 'shopify' })
  expect(toThemeLine(choices)).toBe(
    `{% render 'ringup', endpoint: '${ELSEWHERE}', list: 'newsletter', consent: 'required' %}`,
  )
  expect(toPixel(choices, SNIPPET)).toBe(`// Paste this.
globalThis.RINGUP = {
  endpoint: '${ELSEWHERE}',
  list: 'newsletter',
  consent: ['marketingAllowed'],
  debug: false,
}
run()
`)
})

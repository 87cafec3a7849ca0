// @vitest-environment happy-dom
/** Promise: an address in data that the page does not show is proposed by its place; a shop’s own address is not. */
import { afterEach, expect, test, vi } from 'vitest'
import { huntEmail } from '../../../src/examine/hunt-email.js'
import { createLayerWatch } from '../../../src/snippet/core/layer.js'
import { DEFAULTS } from '../../../src/snippet/core/settings.js'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [{ event: 'order', buyer: { mail: 'ada@example.com' } }, 'buyer.mail'],
  [{ event: 'order', shop: { mail: 'info@shop.example' } }, undefined],
  [{ event: 'order', buyer: { name: 'Ada' } }, undefined],
])('of %j the place is %j', (entry, place) => {
  vi.stubGlobal('dataLayer', [entry])
  const settings = { ...DEFAULTS, endpoint: '' }
  expect(huntEmail({ settings, layer: createLayerWatch(settings) })).toBe(place)
})

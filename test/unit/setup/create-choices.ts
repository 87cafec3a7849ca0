import { type Choices, DEFAULTS } from '../../../src/setup/choices/choices.js'

/** What somebody has chosen: a shop system without a recipe, and a GA4 data layer. */
export const createChoices = (more: Partial<Choices> = {}): Choices => ({
  ...DEFAULTS,
  system: 'other',
  source: 'data-layer',
  ...more,
})

export const SNIPPET = {
  version: '1.2.3',
  file: 'ringup-1.2.3-0123456789abcdef.js',
  integrity: 'sha384-hash',
  brotliBytes: 4_600,
  stubHash: 'sha256-stub',
}

/** The proxy of Shopify's shops is on an origin of its own. */
export const ELSEWHERE = 'https://events.shop.example/ringup'

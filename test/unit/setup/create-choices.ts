import { type Choices, DEFAULTS } from '../../../src/setup/choices/choices.js'
import type { Known } from '../../../src/setup/known.js'

/** The answers of a shop without a recipe, whose pages have a GA4 data layer. */
export const createChoices = (more: Partial<Choices> = {}): Choices => ({
  ...DEFAULTS,
  system: 'other',
  origin: 'https://shop.example',
  endpoint: 'https://shop.example/ringup',
  apiUrl: 'https://api.example.com/v1/shop',
  lists: [{ name: 'newsletter', id: '42' }],
  ...more,
})

/** A running proxy that has all of these answers. It keeps the tag's settings, and has none yet. */
export const createKnown = (more: Partial<Known> = {}): Known => {
  const { origin, endpoint, apiUrl, lists } = createChoices()
  return {
    ...{ origin, endpoint, apiUrl, lists, origins: [origin], path: '/ringup', webhooks: [], takesOpaqueOrigin: false },
    tag: { settings: {}, canKeep: true },
    ...more,
  }
}

export const SNIPPET = {
  version: '1.2.3',
  file: 'ringup-1.2.3-0123456789abcdef.js',
  integrity: 'sha384-hash',
  keeperHash: 'sha256-keeper',
  stubHash: 'sha256-stub',
  files: {
    'custom-pixel.js': "// Paste this.\nglobalThis.RINGUP = {\n  endpoint: '',\n  debug: false,\n}\nrun()\n",
    'ringup.liquid': '{% comment %}',
    'template.tpl': '___INFO___',
  },
}

/** The proxy of Shopify's shops is on an origin of its own. */
export const ELSEWHERE = 'https://events.shop.example/ringup'

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
  stubHash: 'sha256-stub',
  files: {
    'custom-pixel.js': "// Paste this.\nglobalThis.RINGUP = {\n  endpoint: '',\n  debug: false,\n}\nrun()\n",
    'ringup.liquid': '{% comment %}',
    'template.tpl': '___INFO___',
  },
}

/** The proxy of Shopify's shops is on an origin of its own. */
export const ELSEWHERE = 'https://events.shop.example/ringup'

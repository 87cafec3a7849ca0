import type { Choices } from '../../../demo/setup/choices.js'

/** What somebody has chosen: a script tag beside the shop's own proxy, and a GA4 data layer. */
export function createChoices(more: Partial<Choices> = {}): Choices {
  return {
    platform: 'script-tag',
    origin: 'https://shop.example',
    endpoint: 'https://shop.example/ringup',
    apiUrl: 'https://api.example.com/v1/shop',
    list: 'newsletter',
    listId: '42',
    consent: '',
    onPage: '',
    source: 'ga4',
    dataLayer: 'dataLayer',
    event: 'purchase',
    email: '',
    value: '',
    decimal: '',
    selectors: { cart: {}, each: '', item: {} },
    ...more,
  }
}

export const SNIPPET = {
  version: '1.2.3',
  file: 'ringup-1.2.3-0123456789abcdef.js',
  integrity: 'sha384-hash',
  brotliBytes: 4_600,
  stubHash: 'sha256-stub',
}

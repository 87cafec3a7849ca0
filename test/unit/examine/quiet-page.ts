import type { Facts } from '../../../src/examine/facts.js'

/** A page on which everything is well, and nothing has happened. */
export const quiet: Facts = {
  pointed: {},
  sources: {
    ...{ tag: 'classic', tags: 1, tagsDiffer: false, hasUnread: false },
    ...{ values: {}, settings: [], overridden: [], badSettings: [] },
  },
  status: { version: '1.0.0', consent: 'granted', storage: 'local', waiting: [], held: 0 },
  version: '1.0.0',
  endpoint: 'https://shop.example/ringup/',
  convertOn: undefined,
  online: true,
  origin: 'https://shop.example',
  asked: [{ name: 'data-layer', result: 'nothing', sentence: 'The page has no window.dataLayer.' }],
  order: undefined,
  fitting: [],
  emailLine: undefined,
  body: undefined,
  email: undefined,
  emailPlaces: [],
  problems: [],
  unread: {},
  events: undefined,
  forms: [],
  widgets: [],
  framedForms: 0,
  banners: [],
  heard: {
    outcomes: [],
    requests: [],
    violations: [],
    form: undefined,
    unknownLists: [],
    scripts: undefined,
    status: undefined,
  },
}

/** What somebody has chosen, as one object; and the same in the address: such a page can be shared or kept as a bookmark. */
import { type FieldSelectors, SELECTOR_NAMES } from '../../contract/selectors.js'
import { CONSENT_RECIPES } from '../../recipes/consent/index.js'

export const SOURCES = ['data-layer', 'json-ld', 'attributes', 'selectors', 'call'] as const
export type Source = (typeof SOURCES)[number]

/** How the script gets onto the page. */
export type Platform = 'script-tag' | 'tag-manager' | 'shopify'

/** Every value is text, and `''` is none. */
export interface Choices {
  /** The shop system: a recipe's ID, or one of the words in systems.ts. */
  system: string
  /** Origin of the shop's pages. */
  origin: string
  /** Where the proxy listens, without a slash at the end. */
  endpoint: string
  /** The address that every shop has at Shopify, besides its own. */
  myshopify: string
  apiUrl: string
  /** Public name; none: no sign-ups. */
  list: string
  /** The API's own. */
  listId: string
  /** The consent banner: a recipe's name; `required`: one without a recipe. */
  consent: string
  /** `ask`: the panel opens where the page's address asks for it. */
  debug: '' | 'ask'
  /** The tag manager finds the script on the page. */
  onPage: '' | 'yes'
  /** The tag is on a page that takes payments: it has a name and a hash that go with one version. */
  payment: '' | 'yes'
  /** `''`: whichever finds most in the sample. */
  source: '' | Source
  dataLayer: string
  event: string
  email: string
  value: string
  decimal: string
  selectors: FieldSelectors
}

export const DEFAULTS: Choices = {
  system: '',
  origin: 'https://shop.example',
  endpoint: 'https://shop.example/ringup',
  myshopify: 'your-shop.myshopify.com',
  apiUrl: 'https://api.example.com/v1/shop',
  list: 'newsletter',
  listId: '42',
  consent: '',
  debug: 'ask',
  onPage: '',
  payment: '',
  source: '',
  dataLayer: 'dataLayer',
  event: 'purchase',
  email: '',
  value: '',
  decimal: '',
  selectors: {},
}

/** Choices that are one of some words. For the others any text will do, and a mistake is named beside the field. */
const WORDS: { [Name in keyof Choices]?: readonly string[] } = {
  consent: ['', 'required', ...CONSENT_RECIPES.map(({ name }) => name)],
  debug: ['', 'ask'],
  onPage: ['', 'yes'],
  payment: ['', 'yes'],
  source: ['', ...SOURCES],
  value: ['', 'items'],
  decimal: ['', '.', ','],
}

export const toPlatform = ({ system }: Pick<Choices, 'system'>): Platform =>
  system === 'tag-manager' || system === 'shopify' ? system : 'script-tag'

/** A path of the shop's own address; Shopify's are not to be had, so there it is a subdomain. */
function toUsualEndpoint(choices: Choices): string {
  const { origin } = choices
  return `${toPlatform(choices) === 'shopify' ? origin.replace('://', '://events.') : origin}/ringup`
}

/** The endpoint follows the shop's address and system until somebody has chosen another. */
export function withChanged(choices: Choices, changes: Partial<Choices>): Choices {
  const changed = { ...choices, ...changes }
  const isUsual = choices.endpoint === toUsualEndpoint(choices) && changes.endpoint === undefined
  return isUsual ? { ...changed, endpoint: toUsualEndpoint(changed) } : changed
}

/** Takes away what only happens while somebody types, spaces around and slashes at the end, and puts the usual where nothing is said. */
export function toSettled(choices: Choices): Choices {
  const { selectors, ...texts } = choices
  const trimmed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()]))
  return {
    ...choices,
    ...trimmed,
    origin: choices.origin.trim().replace(/\/+$/, ''),
    endpoint: choices.endpoint.trim().replace(/\/+$/, ''),
    dataLayer: choices.dataLayer.trim() || DEFAULTS.dataLayer,
    event: choices.event.trim() || DEFAULTS.event,
    selectors: toSettledSelectors(selectors),
  }
}

/** The selectors that somebody has filled in. */
export const toSettledSelectors = (selectors: Choices['selectors']): Choices['selectors'] =>
  Object.fromEntries(Object.entries(selectors).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])))

/** What is not as the page is without it. Samples are no choices and stay out: they may hold customers' data. */
export function toHash(choices: Choices, step = 'system'): string {
  const { selectors, ...texts } = choices
  const usual = { ...DEFAULTS, endpoint: toUsualEndpoint(choices) }
  const changed = Object.entries(texts).filter(([name, text]) => text !== usual[name as keyof typeof texts])
  const named = Object.entries(selectors).filter(([, selector]) => selector)
  return new URLSearchParams([...changed, ...named, ...(step === 'system' ? [] : [['step', step]])]).toString()
}

/**
 * Names and values that it does not know are passed over.
 *
 * @param usually what counts where the address says nothing
 */
export function readHash(hash: string, usually: Partial<Choices> = {}): Choices {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const { selectors: _, ...usual } = DEFAULTS
  const chosen = Object.keys(usual).flatMap((name) => {
    const text = given.get(name)
    const words = WORDS[name as keyof Choices]
    return text === null || (words && !words.includes(text)) ? [] : [[name, text]]
  })
  const named = SELECTOR_NAMES.flatMap((name) => {
    const selector = given.get(name)
    return selector ? [[name, selector]] : []
  })
  return withChanged(DEFAULTS, { ...usually, ...Object.fromEntries(chosen), selectors: Object.fromEntries(named) })
}

/** A merchant's choices, as one object and as the hash of the page's address, so that a bookmark keeps them. */
import { CONSENT_RECIPES } from '../../recipes/consent/index.js'
import type { List, TagSettings } from '../known.js'

/** How the script gets onto the page. */
export type Platform = 'script-tag' | 'tag-manager' | 'shopify'

/** `''`: not chosen. */
export interface Choices {
  /** The shop system: a recipe's name, or one of the words in systems.ts. */
  system: string
  /** Origin of the shop's pages. */
  origin: string
  /** The proxy's address, without a slash at the end. */
  endpoint: string
  /** The address that every shop has at Shopify, besides its own. */
  myshopify: string
  apiUrl: string
  lists: List[]
  /** The consent banner: a recipe's name; `required`: one without a recipe. */
  consent: string
  /** The tag is on a page that takes payments: it names one version and its hash. */
  payment: '' | 'yes'
  /** Settings of the tag that were made on the shop's page or by hand. They win over the platform's. */
  settings: TagSettings
}

export const DEFAULTS: Choices = {
  system: '',
  origin: '',
  endpoint: '',
  myshopify: '',
  apiUrl: '',
  lists: [],
  consent: '',
  payment: '',
  settings: {},
}

export const toPlatform = ({ system }: Pick<Choices, 'system'>): Platform =>
  system === 'tag-manager' || system === 'shopify' ? system : 'script-tag'

/** A path of the shop's own address. Shopify has none to give away, so there it is a subdomain. */
function toUsualEndpoint({ origin, system }: Choices): string {
  const host = origin.trim().replace(/\/+$/, '')
  return host && `${system === 'shopify' ? host.replace('://', '://events.') : host}/ringup`
}

/** The endpoint follows the shop's address and system until a person has chosen another. */
export function withChanged(choices: Choices, changes: Partial<Choices>): Choices {
  const changed = { ...choices, ...changes }
  const isUsual = choices.endpoint === toUsualEndpoint(choices) && changes.endpoint === undefined
  return isUsual ? { ...changed, endpoint: toUsualEndpoint(changed) } : changed
}

/** Removes spaces around texts, slashes at their end, and lists that are still empty. */
export function toSettled(choices: Choices): Choices {
  const toTrimmed = (value: unknown) => (typeof value === 'string' ? value.trim().replace(/\/+$/, '') : value)
  const lists = choices.lists.map((list) => ({ ...list, name: list.name.trim(), id: list.id.trim() }))
  const trimmed = Object.entries(choices).map(([name, value]) => [name, toTrimmed(value)])
  return { ...choices, ...Object.fromEntries(trimmed), lists: lists.filter(({ name, id }) => name || id) }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** @param usual the choices that need not be in the address */
export function toHash(choices: Choices, usual: Choices): string {
  const isFollowing = choices.endpoint === toUsualEndpoint(choices)
  const changed = Object.entries(choices).flatMap(([name, value]) => {
    const isUsual = toText(value) === toText(Object(usual)[name]) || (name === 'endpoint' && isFollowing)
    return isUsual ? [] : [[name, toText(value)]]
  })
  return new URLSearchParams(changed).toString()
}

/** Reads an address. Names and values that are not known are ignored. */
export function readHash(hash: string, usual: Choices): Choices {
  const read = [...new URLSearchParams(hash.replace(/^#/, ''))].flatMap(([name, text]) => {
    const value = name in READERS ? READERS[name]?.(text) : text
    return name in DEFAULTS && value !== undefined ? [[name, value]] : []
  })
  return withChanged(usual, Object.fromEntries(read))
}

const CONSENTS = ['', 'required', ...CONSENT_RECIPES.map(({ name }) => name)]

/** Readers of values that cannot be any text. */
const READERS: Record<string, (text: string) => unknown> = {
  consent: (text) => CONSENTS.find((each) => each === text),
  payment: (text) => (text === 'yes' ? text : undefined),
  lists: (text) => [readJson(text) ?? []].flat().map(toList),
  settings: (text) => ({ ...readJson(text) }),
}

function toList(value: unknown): List {
  const { name = '', id = '', fields } = Object(value)
  return { name: String(name), id: String(id), ...(fields && { fields }) }
}

/** @returns undefined if it is not the JSON of an object */
export function readJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

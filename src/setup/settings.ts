/** Settings of the tag: those that the choices need, those that the running proxy serves already, and those of the shop's page. */
import { ORDER_FIELDS } from '../contract/selectors.js'
import { SETTINGS, toSetting } from '../contract/settings.js'
import { findSimilar } from '../contract/similar.js'
import { findBadSetting, toAttribute, toAttributeText, toBadSettingSentence } from '../contract/tag.js'
import { holds } from '../examine/point/propose.js'
import { CONSENT_RECIPES } from '../recipes/consent/index.js'
import { RECIPES } from '../recipes/index.js'
import { findBanner } from './choices/banners.js'
import { type Choices, DEFAULTS, readJson, toPlatform } from './choices/choices.js'
import { findRecipe } from './choices/systems.js'
import type { Known, TagSettings } from './known.js'

/** The settings that this page decides. Others at the proxy stay as they are. */
const DECIDED = ['adapter', 'dataLayer', 'convertOn', 'selectors', 'email', 'value', 'decimal', 'consent', 'debug']

const pick = (settings: object, isPicked: (name: string) => boolean): TagSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => isPicked(name)))

/** @param choices settled. @returns in the form of RINGUP_TAG's file */
export function toSettings(choices: Choices): TagSettings {
  const all = merge({ ...toBase(choices), ...toConsent(choices) }, choices.settings)
  const isAsked = toPlatform(choices) !== 'shopify' && !choices.payment
  return { ...pick(all, (name) => all[name] !== ''), ...(isAsked && { debug: 'ask' }) }
}

/** The recipe says where the order is. Otherwise the usual event of the data layer reports it. */
function toBase(choices: Choices): TagSettings {
  const recipe = findRecipe(choices)
  if (recipe) return 'settings' in recipe ? { ...recipe.settings } : {}
  return toPlatform(choices) === 'script-tag' ? { convertOn: 'purchase' } : {}
}

/** The place of the banner's answer; or a script of the page tells it. */
function toConsent(choices: Choices): TagSettings {
  if (!choices.consent || toPlatform(choices) !== 'script-tag') return {}
  const banner = findBanner(choices)
  if (!banner || 'script' in banner) return { consent: 'required' }
  const { dataLayer = 'dataLayer' } = choices.settings
  return { consent: JSON.parse(JSON.stringify(banner.places).replaceAll('dataLayer', String(dataLayer))) }
}

/** Later settings win. Selectors win field by field, and the items as a whole. */
export function merge(one: TagSettings, other: TagSettings): TagSettings {
  const merged = { ...one, ...other }
  return other.selectors ? { ...merged, selectors: { ...Object(one.selectors), ...other.selectors } } : merged
}

/** Whether the page itself calls `convert()`. */
export function isCalling(choices: Choices): boolean {
  const recipe = findRecipe(choices)
  if (recipe && 'script' in recipe) return true
  return toPlatform(choices) === 'script-tag' && choices.settings.convertOn === ''
}

/** Compares values of settings, whatever the order of their names. */
export const isSame = (one: unknown, other: unknown): boolean => toSorted(one) === toSorted(other)

const toSorted = (value: unknown) =>
  JSON.stringify(value, (_name, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => a.localeCompare(b)))
      : each,
  )

/** The attributes of the tag, not yet in quotes, without those that the proxy serves with the script. */
export function toAttributes(choices: Choices, known?: Known): [name: string, text: string][] {
  const served = known?.tag.settings ?? {}
  return Object.entries(toSettings(choices)).flatMap(([name, value]) =>
    isSame(served[name], value) ? [] : [[toAttribute(name), toAttributeText(value)]],
  )
}

/** All settings that RINGUP_TAG's file has after a click. */
export const toKept = (choices: Choices, { tag }: Pick<Known, 'tag'>): TagSettings => ({
  ...pick(tag.settings, (name) => !DECIDED.includes(name)),
  ...toSettings(choices),
})

/** Whether the proxy serves exactly the settings of these choices. */
export const isKept = (choices: Choices, known: Pick<Known, 'tag'>): boolean =>
  isSame(toKept(choices, known), known.tag.settings)

/** Names of settings that the proxy serves and the choices do not have. They act on each page until the file has others. */
export const findLeftOver = (choices: Choices, { tag }: Pick<Known, 'tag'>): string[] => {
  const settings = toSettings(choices)
  return DECIDED.filter((name) => tag.settings[name] !== undefined && settings[name] === undefined)
}

/** The choices before a person has chosen: the running proxy's. */
export function toUsual(known: Known | undefined): Choices {
  if (!known) return DEFAULTS
  const { origin, endpoint, apiUrl, lists, tag } = known
  const { debug: _, consent, ...own } = pick(tag.settings, (name) => DECIDED.includes(name))
  const recipe = RECIPES.find((each) => 'settings' in each && isSame(each.settings, own))
  const banner = CONSENT_RECIPES.find((each) => 'places' in each && isSame(each.places, consent))
  const isOtherBanner = consent !== undefined && consent !== 'not-required' && !banner
  return {
    ...DEFAULTS,
    origin,
    endpoint,
    apiUrl,
    lists,
    system: recipe?.name ?? '',
    consent: banner?.name ?? (isOtherBanner ? 'required' : ''),
    settings: { ...(recipe ? {} : own), ...(isOtherBanner && typeof consent === 'object' && { consent }) },
  }
}

/**
 * Adds when the order is reported. If selectors name its number and its total or items, the page itself is the order, and no event of
 * the data layer has to come.
 */
export function toProposal(settings: TagSettings, choices: Choices): TagSettings {
  const { order_number, cart_value, items } = Object(settings.selectors)
  const isOrder = order_number && (cart_value || items) && !findRecipe(choices)
  const isUsualEvent = (choices.settings.convertOn ?? 'purchase') === 'purchase'
  return isOrder && isUsualEvent ? { convertOn: 'load', ...settings } : settings
}

/** Reads attributes of the tag, as the panel's “Copy the settings” copies them, or JSON of settings or selectors. */
export function readTyped(text: string): { settings: TagSettings } | { problem: string } {
  const json = readJson(text)
  const isSelectors = Object.keys({ ...json }).some((name) => name !== 'email' && SELECTORS.includes(name))
  const all = isSelectors ? { selectors: json } : (json ?? readAttributes(text))
  const given = Object.entries(all).filter(([name]) => DECIDED.includes(name) || !(name in SETTINGS))
  const problems = given.flatMap(([name, value]) => {
    const bad = findBadSetting(name, value)
    return bad ? toBadSettingSentence(name, bad) : []
  })
  const settings = Object.fromEntries(given.map(([name, value]) => [name, toSetting(name, value)]))
  const [problem = findWrongName(Object(settings.selectors))] = problems
  if (problem) return { problem }
  return given.length > 0
    ? { settings }
    : { problem: 'This text has no settings. The panel copies data-selectors="…".' }
}

/** Parses without running: the document of a parser runs no scripts. */
function readAttributes(text: string): Record<string, unknown> {
  const html = /^\s*</.test(text) ? text : `<i ${text}></i>`
  return { ...new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLElement>('script[src], i')?.dataset }
}

const SELECTORS = [...Object.keys(ORDER_FIELDS), 'order', 'items']

function findWrongName(selectors: object): string | undefined {
  const name = Object.keys(selectors).find((each) => !SELECTORS.includes(each))
  const meant = name && findSimilar(name, SELECTORS)
  return name && `selectors has no field ${name}.${meant ? ` Did you mean ${meant}?` : ''}`
}

/** Selectors that also find something on pages without an order, in sentences. */
export function findWeak({ selectors }: TagSettings): string[] {
  const { items, ...order } = Object(selectors)
  const all = { ...order, ...(items && { each: items.each }) }
  return Object.values(all).flatMap((selector) =>
    holds(String(selector))
      ? []
      : `“${selector}” has no class, id or attribute, so it also finds something on pages without an order.`,
  )
}

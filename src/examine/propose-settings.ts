/** Recognises the page's platform, and proposes settings that read its order. A person keeps them, or chooses others. */
import { type FieldSelectors, toSelectors } from '../contract/selectors.js'
import { choose } from '../normalise/choose/index.js'
import { findConsentPlatforms } from '../recipes/brief.js'
import { findFitting } from '../recipes/fit.js'
import { isFields } from '../snippet/core/fields.js'
import { safely } from '../snippet/core/safely.js'
import { DEFAULTS, type Settings } from '../snippet/core/settings.js'
import { type Body, readOrder } from './read-order.js'

/** A recipe's name, and the name of its platform for people. */
export interface Named {
  name: string
  title: string
}

interface Proposed {
  platform?: Named | undefined
  /** Settings in the form of the script. */
  settings: Partial<Settings>
  /** The same in the form of `tag.json`, which may name recipes. Empty: the settings in force read the order. */
  proposal: Record<string, unknown>
}

/** @param pointed selectors that a person has made. They count before a recipe */
export function readProposal(settings: Settings, pointed: FieldSelectors, banners: Named[]): Proposed {
  const order = readOrderSettings(settings, pointed)
  const isFirst = settings.convertOn === undefined && settings.consent === 'not-required'
  return { ...order, proposal: { ...order.proposal, ...(isFirst && banners[0] && { consent: banners[0].name }) } }
}

function readOrderSettings(settings: Settings, pointed: FieldSelectors): Proposed {
  if (Object.keys(pointed).length > 0) return readPointed(settings, pointed)
  const now = readOrder(settings)
  if (settings.convertOn !== undefined && isWhole(now.body)) return { settings: {}, proposal: {} }
  const { order } = choose(now.raw)
  // Every recipe reads the marks of a page, so an order of marks alone says nothing about its platform.
  const isMarked = !order && isWhole(now.body)
  const [recipe, ...others] = (!isMarked && safely(() => findFitting(document, readNames))) || []
  if (recipe) {
    const settings = recipe.settings as Partial<Settings>
    // Platforms whose page lacks the order have the same line of ours, so the page does not say which one it is.
    if (others.some((other) => JSON.stringify(other.settings) === JSON.stringify(settings)))
      return { settings, proposal: { ...settings } }
    const { name, platform, variant } = recipe
    const title = variant ? `${platform} (${variant})` : platform
    return { platform: { name, title }, settings, proposal: { recipe: name } }
  }
  if (settings.convertOn !== undefined || !now.order) return { settings: {}, proposal: {} }
  const event = order && !order.isJsonLd ? String(order.message.event ?? 'purchase') : 'load'
  return { settings: { convertOn: event }, proposal: { convertOn: event } }
}

/** If the page's data has no order, elements are the only source. Otherwise products in the data of another page would be reported. */
function readPointed(settings: Settings, pointed: FieldSelectors): Proposed {
  const selectors = { ...(isFields(settings.selectors) && settings.selectors), ...toSelectors(pointed) }
  const own: Partial<Settings> = {
    ...(settings.adapter === 'auto' && !choose(readOrder(settings).raw).order && { adapter: 'dom' as const }),
    ...('order_number' in selectors && { convertOn: 'load' }),
    selectors,
  }
  const isSaved = JSON.stringify(selectors) === JSON.stringify(settings.selectors)
  return isSaved ? { settings: {}, proposal: {} } : { settings: own, proposal: { ...own } }
}

const isWhole = ({ cart_data = {}, cart_items = [] }: Body): boolean =>
  cart_data.order_number !== undefined && (cart_data.cart_value !== undefined || cart_items.length > 0)

/** Names the fields that a recipe's settings read on this page. */
function readNames(own: object): string[] {
  const { cart_data = {}, ...body } = readOrder({ ...DEFAULTS, ...own, endpoint: '' }).body
  return [...Object.keys(body), ...Object.keys(cart_data)]
}

/** Lists the consent banners whose scripts are on the page. */
export function readBanners(): Named[] {
  const source = Array.from(document.scripts, ({ src, text }) => `${src} ${text}`).join('\n')
  return findConsentPlatforms(source).map(({ name, platform }) => ({ name, title: platform }))
}

/** The script tag, and what goes with it on the page. */

import { toSelectors } from '../../contract/selectors.js'
import { quote, toAttributeText } from '../../contract/tag.js'
import { STUB } from '../../recipes/stub.js'
import { toAttributes } from '../../recipes/tag.js'
import { findBanner, findBannerScript } from '../choices/banners.js'
import { type Choices, toPlatform } from '../choices/choices.js'
import { findRecipe, isCalling } from '../choices/systems.js'
import { isChecked, isOwnOrigin, isPinned, type SnippetFile, toScriptAddress } from './script.js'

/** Settings of the tag that say where the order is: the recipe's, or those of the source. */
function toSourceSettings(choices: Choices): Record<string, string> {
  const recipe = findRecipe(choices)
  if (recipe) return Object.fromEntries(toAttributes(recipe).map(([name, text]) => [name.replace(/^data-/, ''), text]))
  const { source, event, dataLayer, selectors } = choices
  const ofDom = { adapter: 'dom', 'convert-on': 'load' }
  switch (source) {
    case 'json-ld':
      return { adapter: 'json-ld', 'convert-on': 'load' }
    case 'attributes':
      return ofDom
    case 'selectors':
      return { ...ofDom, selectors: toAttributeText(toSelectors(selectors)) }
    case 'call':
      return {}
    default:
      return { 'convert-on': event, ...(dataLayer !== 'dataLayer' && { 'data-layer': dataLayer }) }
  }
}

export function toTag(choices: Choices, snippet: SnippetFile): string {
  const { email, value, decimal, debug } = choices
  const isOwn = isOwnOrigin(choices)
  const address = toScriptAddress(choices, snippet)
  const settings: Record<string, string> = {
    ...(!isOwn && { endpoint: choices.endpoint }),
    // Whoever calls convert() itself wants no order reported twice.
    ...(toPlatform(choices) === 'script-tag' && toSourceSettings(choices)),
    ...(email && { email }),
    ...(value && { value }),
    ...(decimal && { decimal }),
    ...toConsentSetting(choices),
    ...(debug && { debug }),
  }
  const attributes = [
    ['src', isOwn ? new URL(address).pathname : address],
    ...(isPinned(choices) ? [['integrity', snippet.integrity], ...(isOwn ? [] : [['crossorigin', 'anonymous']])] : []),
    ...Object.entries(settings).map(([name, text]) => [`data-${name}`, text]),
  ]
  return `<script async\n${attributes.map(([name, text = '']) => `  ${name}=${quote(text)}`).join('\n')}></script>`
}

/** Where the consent banner says what the shopper has chosen; or that a script of the page tells. */
function toConsentSetting(choices: Choices): { consent?: string } {
  const { consent, dataLayer } = choices
  const banner = findBanner(choices)
  if (!consent) return {}
  if (!banner || 'script' in banner) return { consent: 'required' }
  return { consent: toAttributeText(banner.places).replaceAll('dataLayer', dataLayer) }
}

/** The page calls by itself, perhaps before the script has loaded. */
export const usesStub = (choices: Choices): boolean =>
  isChecked(choices) && (hasCall(choices) || findBannerScript(choices) !== undefined)

/** An order is reported by a call of the page. */
export const hasCall = (choices: Choices): boolean => toPlatform(choices) === 'script-tag' && isCalling(choices)

/** The line before the tag, for pages that call before the script has loaded. */
export const toStub = (): string => `<script>${STUB}</script>`

/** The recipe's own script, or an example. */
export function toCall(choices: Choices): string {
  const recipe = findRecipe(choices)
  return recipe && 'script' in recipe ? `<script>\n${recipe.script.trim()}\n</script>` : CALL_EXAMPLE
}

const CALL_EXAMPLE = `<script>
convert({
  email: 'ada@example.com',
  cart_data: { order_number: '1001', cart_value: 5880 }, // whole cents
  cart_items: [{ product_id: 'MUG-1', item_qty: 2, price: 1299 }],
})
</script>`

export const toFormMark = ({ list }: Choices): string => `data-add-to-list="${list}"`

/**
 * Sources that a policy needs. The plain script may load the rest, whose name changes with each version, so its folder is named. The
 * script with a hash in its name loads no other.
 */
export function toPolicy(choices: Choices, snippet: SnippetFile): string {
  const stub = usesStub(choices) ? ` '${snippet.stubHash}'` : ''
  const source = toScriptAddress(choices, snippet).replace(/\/ringup\.js$/, '/')
  return `script-src ${source}${stub}; connect-src ${toEventAddress(choices)}`
}

/** Where events go: without a setting the script's own folder, which ends in a slash. */
const toEventAddress = (choices: Choices) => (isOwnOrigin(choices) ? `${choices.endpoint}/` : choices.endpoint)

/** The script tag, and the lines that stand with it on the page. */
import { quote } from '../../contract/tag.js'
import { KEEPER, STUB } from '../../recipes/stub.js'
import { findBannerScript } from '../choices/banners.js'
import type { Choices } from '../choices/choices.js'
import { findRecipe } from '../choices/systems.js'
import type { Known } from '../known.js'
import { isCalling, toAttributes, toSettings } from '../settings.js'
import { hasTag, isOwnOrigin, isPinned, type SnippetFile, toScriptAddress } from './script.js'

/** @param known the running proxy, which serves the settings that the tag leaves out */
export function toTag(choices: Choices, snippet: SnippetFile, known?: Known): string {
  const isOwn = isOwnOrigin(choices)
  const address = toScriptAddress(choices, snippet)
  const attributes = [
    ['src', isOwn ? new URL(address).pathname : address],
    ...(isPinned(choices) ? [['integrity', snippet.integrity], ...(isOwn ? [] : [['crossorigin', 'anonymous']])] : []),
    ...(isOwn ? [] : [['data-endpoint', choices.endpoint]]),
    ...toAttributes(choices, known),
    ...toKeeperAttributes(choices, known),
  ].map(([name, text = '']) => `${name}=${quote(text)}`)
  const isLong = attributes.length > 2 || attributes.join(' ').length > 90
  return `<script async${isLong ? '\n  ' : ' '}${attributes.join(isLong ? '\n  ' : ' ')}></script>`
}

/** An event that the proxy names stands on the tag too if the keeper has to know it: the keeper reads the tag, and knows only `purchase`. */
function toKeeperAttributes(choices: Choices, known?: Known): [name: string, text: string][] {
  const { convertOn } = toSettings(choices)
  const isNeeded = typeof convertOn === 'string' && !['', 'load', 'purchase'].includes(convertOn)
  const isServed = known?.tag.settings.convertOn === convertOn
  return isNeeded && isServed && usesKeeper(choices, known) ? [['data-convert-on', convertOn]] : []
}

/**
 * Whether the keeper's line stands before the tag. It sees the settings of the tag only, so it would also store if a setting at the
 * proxy asks for consent. JSX takes no inline script, and a payment page has as few scripts as possible.
 */
export function usesKeeper(choices: Choices, known?: Known): boolean {
  const isMarkup = !/JSX/.test(findRecipe(choices)?.paste ?? '')
  const mayStore = [toSettings(choices), known?.tag.settings ?? {}].every(
    ({ consent = 'not-required' }) => consent === 'not-required',
  )
  return hasTag(choices) && isMarkup && !choices.payment && mayStore
}

/** The tag, and the keeper's line before it. */
export const toTagLines = (choices: Choices, snippet: SnippetFile, known?: Known): string =>
  `${usesKeeper(choices, known) ? `<script>${KEEPER}</script>\n` : ''}${toTag(choices, snippet, known)}`

/** Whether scripts of the page call, perhaps before the script has loaded. */
export const usesStub = (choices: Choices): boolean =>
  hasTag(choices) && (isCalling(choices) || findBannerScript(choices) !== undefined)

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

export const toFormMarks = ({ lists }: Pick<Choices, 'lists'>): string =>
  lists.map(({ name }) => `data-add-to-list="${name}"`).join('\n')

/**
 * The sources that a policy needs. The plain script may load the rest, whose name changes with each version, so the policy names its
 * folder. The script with a hash in its name loads no other.
 */
export function toPolicy(choices: Choices, snippet: SnippetFile): string {
  const hashes = [
    ...(usesKeeper(choices) ? [snippet.keeperHash] : []),
    ...(usesStub(choices) ? [snippet.stubHash] : []),
  ]
  const source = toScriptAddress(choices, snippet).replace(/\/ringup\.js$/, '/')
  return `script-src ${[source, ...hashes.map((hash) => `'${hash}'`)].join(' ')}; connect-src ${toEventAddress(choices)}`
}

/** The address of events: without a setting the script's own folder, which ends in a slash. */
const toEventAddress = (choices: Choices) => (isOwnOrigin(choices) ? `${choices.endpoint}/` : choices.endpoint)

/** What the shop's selectors say of one field, as it stands on the page. */
import type { Problem } from '../../contract/said.js'
import { toText } from '../../snippet/rest/gather/order.js'
import { readSelector } from '../../snippet/rest/gather/selector.js'
import type { Choices } from '../choices/choices.js'

const MAX_CHARACTERS = 60

/** @returns `''` where no selector names the field */
export function readNamed({ field }: Problem, { source, selectors }: Choices, document: Document): string {
  if (source !== 'selectors') return ''
  const [, index, name = ''] = /^(?:cart_items\.(\d+)|cart_data)\.(\w+)$/.exec(field) ?? []
  const selector = selectors[index === undefined ? `cart.${name}` : `item.${name}`]
  const root = index === undefined ? document : document.querySelectorAll(selectors.each || 'none')[Number(index)]
  if (!selector || !root) return ''
  return toText(readSelector(root, selector, name))
    .replace(/\s+/g, ' ')
    .slice(0, MAX_CHARACTERS)
}

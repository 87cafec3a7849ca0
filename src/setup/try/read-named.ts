/** What the shop's selectors say of one field, as it stands on the page. */
import { readSelector } from '../../snippet/adapters/selector.js'
import type { Choices } from '../choices/choices.js'
import type { Problem } from './try-out.js'

const MAX_CHARACTERS = 60

/** @returns `''` where no selector names the field */
export function readNamed({ field }: Problem, { source, selectors }: Choices, document: Document): string {
  if (source !== 'selectors') return ''
  const [, index, name = ''] = /^(?:cart_items\.(\d+)|cart_data)\.(\w+)$/.exec(field) ?? []
  const selector = selectors[index === undefined ? `cart.${name}` : `item.${name}`]
  const root = index === undefined ? document : document.querySelectorAll(selectors.each || 'none')[Number(index)]
  if (!selector || !root) return ''
  const reading = readSelector(root, selector, name)
  return 'value' in reading ? reading.value.replace(/\s+/g, ' ').slice(0, MAX_CHARACTERS) : ''
}

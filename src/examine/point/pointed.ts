/** Makes a field's selector from the element that a person points at. */

import { readElement, toShownText } from '../../snippet/rest/gather/selector.js'
import { readOwnText } from './own-text.js'
import { isUncounted, toSelector } from './to-selector.js'
import {
  AMOUNT,
  AMOUNT_GROUPS,
  escapePattern,
  findReading,
  toAmount,
  withAmountPattern,
  withNumberPattern,
} from './value-pattern.js'

/**
 * @param name the field's name in the form, without `cart.`
 * @returns undefined if no selector finds the element
 */
export function toFieldSelector(name: string, element: Element, root: Element): string | undefined {
  const css = toSelector(element, root)
  if (name === 'order_number') return toNumberSelector(css, element, root)
  if (name !== 'cart_value') return css
  const labelled = css && isUncounted(css) ? undefined : toLabelled(element, root)
  return labelled ?? (css && withAmountPattern(css, element, root))
}

/** Replaces a selector that counts elements by an outer one that does not, with a pattern for the number. */
function toNumberSelector(css: string | undefined, element: Element, root: Element): string | undefined {
  for (let holder = element; css && !isUncounted(css) && holder.parentElement && holder !== root; ) {
    holder = holder.parentElement
    const outer = toSelector(holder, root)
    const selector = outer && isUncounted(outer) ? withNumberPattern(outer, element, root) : outer
    if (selector !== outer) return selector
  }
  return css && withNumberPattern(css, element, root)
}

/** Finds an amount by its label, in the nearest named element that has this label once. */
function toLabelled(element: Element, root: Element): string | undefined {
  const amount = toAmount(toShownText(readElement(element, '')))
  const label = readLabel(element)
  if (amount === undefined || !label) return undefined
  for (let holder = element.parentElement; holder && holder !== root; holder = holder.parentElement) {
    const css = toSelector(holder, root)
    if (!css || !isUncounted(css)) continue
    const patterns = AMOUNT_GROUPS.map((group) =>
      label.isBehind ? `${group}\\W*${label.text}` : `${label.text}\\D*${group}`,
    )
    const selectors = patterns.map((pattern) => `${css} /${pattern}/`)
    const selector = findReading(root, selectors, (text) => toAmount(text) === amount)
    if (selector) return selector
  }
  return undefined
}

/** Reads the words beside the amount: of its line, or of its neighbour in a list without lines. */
export function readLabel(element: Element): { text: string; isBehind: boolean } | undefined {
  const parent = element.parentElement
  if (!parent) return undefined
  const children = [...parent.children].filter((child) => child.textContent?.trim())
  const amounts = children.filter((child) => AMOUNT.test(child.textContent ?? ''))
  const isBehind = amounts.length > 0 && children[0] === amounts[0] && children.length > 1
  const beside = children[children.indexOf(element) + (isBehind ? 1 : -1)]
  const said = beside?.textContent ?? readOwnText(parent)
  const text = said.trim().replace(/:$/, '')
  if (!text && parent.children.length === 1) return readLabel(parent)
  return /^[^\d]{2,30}$/.test(text) ? { text: escapePattern(text).replace(/\s+/g, '\\s'), isBehind } : undefined
}

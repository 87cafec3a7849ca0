/** One selector of the shop: where it leads in the page, and what stands there. */
import type { Named } from '../../../contract/said.js'
import { safely } from '../../core/safely.js'
import { toText } from './order.js'

/** CSS, then perhaps `@attribute`, then perhaps ` /pattern/`. */
export const SELECTOR = /^(.*?)(?:@([\w-]+))?(?:\s+\/(.+)\/)?$/s
/** The longest text that a pattern gets. With two endless quantifiers at most and no repeated group, its time has a bound. */
const MATCHED_CHARACTERS = 200
const ENDLESS = /(?:[*+]|\{\d*,).*(?:[*+]|\{\d*,).*(?:[*+]|\{\d*,)|\)[*+{]/s
/** Attributes made for machines: what they hold is data, and no text that shoppers see. */
const OF_DATA = /^(content|data-.+)$/

/**
 * Reads what the first match says; '' where there is none, or the pattern does not match. Undefined when the selector, or its
 * pattern, is none.
 *
 * @param name of the field: of one that ends in `_url` an address counts before the text
 */
export function readSelector(root: ParentNode, selector: unknown, name: string): Named | undefined {
  const [, css = '', attribute, pattern] = SELECTOR.exec(String(selector)) ?? []
  return safely(() => {
    const element = css.trim() ? root.querySelector(css) : root
    const expression = toExpression(pattern)
    if (!(element instanceof Element)) return ''
    const said = attribute ? readAttribute(element, attribute) : readElement(element, name)
    if (!pattern) return said
    const match = expression.exec(toText(said).slice(0, MATCHED_CHARACTERS))
    const text = (match?.[1] ?? match?.[0] ?? '').trim()
    return typeof said === 'string' ? text : toData(text)
  })
}

/** A pattern that could take longer than the page lives counts as none. */
function toExpression(pattern = ''): RegExp {
  const isEndless = ENDLESS.test(pattern.replace(/\\.|\[.+?\]/gs, '.'))
  return new RegExp(isEndless ? '[' : pattern, 's')
}

const toData = (text: string): Named => text && { data: text }

function readAttribute(element: Element, attribute: string): Named {
  const text = element.getAttribute(attribute)?.trim() ?? ''
  return OF_DATA.test(attribute) ? toData(text) : text
}

/** Reads what an element says: an attribute made for it, else a field's value, else an address, else its text. */
export function readElement(element: Element, name: string): Named {
  const data = element.getAttribute('data-ringup-value') ?? element.getAttribute('content')
  if (data !== null) return toData(data)
  const { value, href, src }: { value?: unknown; href?: unknown; src?: unknown } = Object(element)
  const said = [value, ...(name.endsWith('_url') ? [href, src] : [])].find((each) => each && typeof each === 'string')
  return String(said ?? readText(element)).trim()
}

/** Keeps digits raised as they are shown: "12⁹⁹" is no 1,299. */
function readText(element: Element): string {
  const copy = element.cloneNode(true) as Element // of an element
  for (const raised of copy.querySelectorAll('sup'))
    raised.textContent = String(raised.textContent).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))
  return copy.textContent ?? ''
}

/** One selector of the shop: the element that it finds, and the text or data there. */
import type { Named } from '../../../contract/raw.js'
import { safely } from '../../core/safely.js'
import { isDisplayed } from '../is-displayed.js'
import { isSecretField } from './form.js'
import { query } from './query.js'

/** The text of a named field, for shoppers or for programs. */
export const toShownText = (text: Named | undefined): string => (typeof text === 'object' ? text.data : text) ?? ''

/** CSS, then perhaps `@attribute`, then perhaps ` /pattern/`. */
export const SELECTOR = /^(.*?)(?:@([\w-]+))?(?:\s+\/(.+)\/)?$/s
/** The longest text that a pattern gets. */
const MATCHED_CHARACTERS = 1_000
/** More than two quantifiers or alternatives, or a repeated group. Such a pattern may take very long. */
const SLOW = /([*+?{|].*){3}|\)[*+{]/s
/** Attributes for machines. Their values are data, not texts that shoppers see. */
const OF_DATA = /^(content|data-.+)$/

/**
 * Reads the text or data of the first match that is displayed, else of the first: a page may hide the element of an earlier step. Returns
 * '' if nothing matches, and undefined if the selector or its pattern is not valid.
 *
 * @param name of the field. If it ends in `_url`, an address counts before the text
 */
export function readSelector(root: ParentNode, selector: unknown, name: string): Named | undefined {
  const [, css = '', attribute, pattern] = SELECTOR.exec(String(selector)) ?? []
  return safely(() => {
    const matches = (css.trim() ? query(root, css) : [root]).filter((match) => match instanceof Element)
    const element = matches.find(isDisplayed) ?? matches[0]
    const expression = toExpression(pattern)
    if (!element || isSecretField(element)) return ''
    const own = attribute ? readAttribute(element, attribute) : readElement(element, name)
    if (!pattern) return own
    const match = expression.exec(toShownText(own).replace(/\n/g, ' ').slice(0, MATCHED_CHARACTERS))
    const text = (match?.[1] ?? match?.[0] ?? '').trim()
    return typeof own === 'string' ? text : toData(text)
  })
}

/** Compiles a pattern. One that could take very long is treated as invalid. Signs in brackets, after a backslash or `(` do not count. */
function toExpression(pattern = ''): RegExp {
  const isSlow = SLOW.test(pattern.replace(/\\.|\[.+?\]|\(\?/gs, '.'))
  return new RegExp(isSlow ? '[' : pattern, 's')
}

const toData = (text: string): Named => text && { data: text }

function readAttribute(element: Element, attribute: string): Named {
  const text = element.getAttribute(attribute)?.trim() ?? ''
  return OF_DATA.test(attribute) ? toData(text) : text
}

/** Reads an element: an attribute made for Ringup, else a field's value, else an address, else its text. */
export function readElement(element: Element, name: string): Named {
  const data = element.getAttribute('data-ringup-value') ?? element.getAttribute('content')
  if (data !== null) return toData(data)
  const { value, href, src }: { value?: unknown; href?: unknown; src?: unknown } = Object(element)
  const own = [value, ...(name.endsWith('_url') ? [href, src] : [])].find((each) => each && typeof each === 'string')
  // JSON is not a text for people.
  return String(own ?? (name === 'order' ? element.textContent : readText(element))).trim()
}

/** Marks the end of a line or paragraph. In the page's own text, a line feed is a blank. */
const LINE_END = '\u2028'
/** Block elements. Used in a document that is not shown, because it has no styles. */
const BLOCK =
  /^(address|article|aside|blockquote|d[dlt]|details|div|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|[ou]l|optgroup|option|p|pre|section|summary|table|tbody|t[dhr]|tfoot|thead)$/
const UNSEEN = 'script, style, noscript, title'

/** Reads the text in the lines that people see, without its hidden parts. If all parts are hidden, they are read. */
function readText(element: Element): string {
  const texts: string[] = []
  addTexts(element, texts)
  const lines = texts.join('').replace(/[ \t\n\r\f]+/g, ' ')
  return lines.replace(/ ?\u2028[ \u2028]*/g, '\n').trim() || String(element.textContent)
}

function addTexts(parent: Element, texts: string[], isRaised = false): void {
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.TEXT_NODE)
      texts.push(isRaised ? toRaised(String(child.nodeValue)) : String(child.nodeValue))
    if (!(child instanceof Element) || child.matches(UNSEEN) || Object(child).selected === false) continue // an option
    const end = toEnd(child, parent)
    if (end === undefined) continue
    texts.push(end)
    addTexts(child, texts, isRaised || child.localName === 'sup')
    texts.push(end)
  }
}

/** Keeps digits that are shown raised: "12⁹⁹" is not 1,299. */
const toRaised = (text: string) => text.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))

/** Returns the text between the element and its neighbours: a line end, a blank, or nothing. Undefined if the element is hidden. */
function toEnd(element: Element, parent: Element): string | undefined {
  const { display, float, position } = getComputedStyle(element)
  if (display === 'none') return undefined
  if (element.localName === 'br') return LINE_END
  const isBlock = display ? !/^(inline|contents|ruby)/.test(display) : BLOCK.test(element.localName)
  if (!isBlock) return ''
  // Grids, rows, floats and positions make an element a block, but do not give it a line of its own.
  const { display: round, flexDirection } = getComputedStyle(parent)
  const isBeside = /left|right/.test(float) || /absolute|fixed/.test(position) || /grid/.test(round)
  return isBeside || (/flex/.test(round) && !flexDirection.startsWith('column')) ? ' ' : LINE_END
}

/** One selector of the shop: where it leads in the page, and what stands there. */
import type { Parsed } from '../problem.js'
import { safely } from '../safely.js'

/** CSS, then perhaps `@attribute`, then perhaps ` /pattern/`. */
export const SELECTOR = /^(.*?)(?:@([\w-]+))?(?:\s+\/(.+)\/)?$/s
/** As much text as a pattern gets: with two endless quantifiers and no repeated group, the time for it has a bound. */
const MATCHED_CHARACTERS = 200
const ENDLESS = /(?:[*+]|\{\d*,).*(?:[*+]|\{\d*,).*(?:[*+]|\{\d*,)|\)[*+{]/s

/**
 * What the first match says; '' where there is none, or the pattern does not match.
 *
 * @param name of the field: of one that ends in `_url` an address counts before the text
 * @returns the problem `bad_selector` when it, or its pattern, is none
 */
export function readSelector(root: ParentNode, selector: unknown, name: string): Parsed<string> {
  const [, css = '', attribute, pattern = '(.*)'] = SELECTOR.exec(String(selector)) ?? []
  const reading = safely(() => {
    const element = css.trim() ? root.querySelector(css) : root
    // One that could take longer than the page lives counts as no pattern.
    const isEndless = ENDLESS.test(pattern.replace(/\\.|\[.+?\]/gs, '.'))
    const expression = new RegExp(isEndless ? '[' : pattern, 's')
    if (!(element instanceof Element)) return { value: '' }
    const text = attribute ? (element.getAttribute(attribute) ?? '') : readElement(element, name)
    const match = expression.exec(pattern === '(.*)' ? text : text.slice(0, MATCHED_CHARACTERS))
    return { value: (match?.[1] ?? match?.[0] ?? '').trim() }
  })
  return reading ?? { problem: 'bad_selector' }
}

/** What an element says: an attribute made for it, else a field's value, else an address, else its text. */
export function readElement(element: Element, name: string): string {
  const { value, href, src }: { value?: unknown; href?: unknown; src?: unknown } = Object(element)
  const address = name.endsWith('_url') ? [href, src] : []
  const said = [element.getAttribute('content'), value, ...address, element.textContent]
  return (
    element.getAttribute('data-ringup-value') ??
    String(said.find((each) => each && typeof each === 'string') ?? '').trim()
  )
}

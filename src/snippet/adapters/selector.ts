/** One selector of the shop: where it leads in the page, and what stands there. */
import type { Reading } from '../problem.js'
import { safely } from '../safely.js'

/** CSS, then perhaps `@attribute`, then perhaps ` /pattern/`. */
const SELECTOR = /^(.*?)(?:@([\w-]+))?(?:\s+\/(.+)\/)?$/s
/** As much text as a pattern gets; without repeated groups the time for it has a bound. */
const MATCHED_CHARACTERS = 1000
const REPEATED_GROUP = /[^\\]\)[*+{]/

/**
 * What the first match says; undefined where there is none, or the pattern does not match.
 *
 * @param isAddress of a field that holds a URL: then `href` or `src` counts before the text
 * @returns the problem `bad_selector` when it, or its pattern, is none
 */
export function readSelector(root: ParentNode, selector: unknown, isAddress = false): Reading<string | undefined> {
  const [, css = '', attribute, pattern] = SELECTOR.exec(typeof selector === 'string' ? selector : '') ?? []
  const reading = safely((): Reading<string | undefined> => {
    const element = css.trim() ? root.querySelector(css) : root
    const expression = pattern === undefined ? undefined : toExpression(pattern)
    if (!(element instanceof Element)) return { value: undefined }
    const text = attribute ? (element.getAttribute(attribute) ?? '') : readElement(element, isAddress)
    const match = expression ? expression.exec(text.slice(0, MATCHED_CHARACTERS)) : [text]
    return { value: (match?.[1] ?? match?.[0])?.trim() || undefined }
  })
  return reading ?? { problem: 'bad_selector' }
}

/** What an element says: an attribute made for it, else a field's value, else an address, else its text. */
export function readElement(element: Element, isAddress: boolean): string {
  const { value, href, src }: { value?: unknown; href?: unknown; src?: unknown } = element as HTMLInputElement &
    HTMLAnchorElement // or any other, which has none of these
  const marked = element.getAttribute('data-ringup-value')
  const said = [element.getAttribute('content'), value, isAddress && href, isAddress && src, element.textContent]
  return marked ?? said.find((each): each is string => typeof each === 'string' && each !== '')?.trim() ?? ''
}

/** A repeated group could take longer than the page lives: it counts as no pattern. */
const toExpression = (pattern: string) => new RegExp(REPEATED_GROUP.test(pattern) ? '[' : pattern)

/** The page itself: elements named by the shop's selectors, or marked by `data-ringup`. */
import { attempt, parse } from '../attempt.js'
import type { FoundOrder } from '../order.js'
import { settings } from '../settings.js'

type AnyElement = HTMLInputElement & HTMLAnchorElement // or any other

/** By field. */
type Selectors = Record<string, string>

export function readDom(): FoundOrder[] {
  const { selectors } = settings
  const fields = Object(parse(selectors) ?? selectors) // a tag says it in JSON
  const { each = '[data-ringup-item]', ...itemFields } = Object(fields.items)
  const rows = [...document.querySelectorAll(each)].map((row) => readFields(row, itemFields))
  return [{ ...readFields(document, fields), items: rows[0] && rows }]
}

/** By marks, on this item and in it or outside of all items; then by selectors. */
function readFields(root: Document | Element, selectors: Selectors): FoundOrder {
  const found: FoundOrder = {}
  for (const each of document.querySelectorAll<AnyElement>('[data-ringup]')) {
    const name = each.dataset.ringup as string
    if ((each.closest('[data-ringup-item]') ?? document) === root) found[name] = readSelector(each, '', name)
  }
  for (const name in selectors) found[name] = readSelector(root, selectors[name] as string, name)
  return found
}

/**
 * What the first match says: `@name` at the very end is its attribute, nothing before that the root itself.
 * Undefined where there is none.
 *
 * @param name of the field: of one that ends in `_url` an address counts
 */
export function readSelector(root: ParentNode, selector: string, name?: string): unknown {
  return attempt(() => {
    const [match, attribute] = selector.split(/@([\w-]+)$/)
    const element = (match ? root.querySelector(match) : root) as AnyElement
    return attribute
      ? element.getAttribute(attribute)
      : (element.dataset.ringupValue ??
          (element.getAttribute('content') ||
            element.value ||
            (/_url$/.test(name as string) && (element.href || element.src)) ||
            element.textContent.trim()))
  })
}

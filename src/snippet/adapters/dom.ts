/** The page itself: elements marked by `data-ringup`. */
import type { FoundOrder } from '../order.js'

type AnyElement = HTMLInputElement & HTMLAnchorElement // or any other

export function readDom(): FoundOrder[] {
  const rows = Array.from(document.querySelectorAll('[data-ringup-item]'), readMarks)
  return [{ ...readMarks(), items: rows[0] && rows }]
}

/** The marks of this item, on it and in it; without one those outside of all items. */
function readMarks(item?: Element): FoundOrder {
  const found: FoundOrder = {}
  for (const each of document.querySelectorAll<AnyElement>('[data-ringup]')) {
    const { ringup: name } = each.dataset
    // biome-ignore lint/suspicious/noDoubleEquals: none is null here and undefined there
    if (each.closest('[data-ringup-item]') == item) found[name as string] = readElement(each, name)
  }
  return found
}

/** @param name of the field: of one that ends in `_url` an address counts */
function readElement(element: AnyElement, name?: string): unknown {
  return (
    element.dataset.ringupValue ??
    (element.getAttribute('content') ||
      element.value ||
      (/_url$/.test(name as string) && (element.href || element.src)) ||
      element.textContent)
  )
}

/** What the first match says; throws where there is none. */
export function readSelector(selector: string): unknown {
  return readElement(document.querySelector(selector) as AnyElement)
}

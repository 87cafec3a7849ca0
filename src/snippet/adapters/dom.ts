/** The page itself: elements marked by `data-ringup`. */
import type { FoundOrder } from '../order.js'

/** The marks within items are the items' own. */
export function readDom(): FoundOrder[] {
  const rows = Array.from(document.querySelectorAll('[data-ringup-item]'), (row) => readMarks(row, ''))
  return [{ ...readMarks(document, ':not([data-ringup-item] *)'), items: rows[0] && rows }]
}

/** @param more what the marked elements must also match */
export function readMarks(root: ParentNode, more: string): FoundOrder {
  return Object.fromEntries(
    Array.from(root.querySelectorAll('[data-ringup]' + more), (each) => {
      const { dataset, value, href, src, textContent } = each as HTMLInputElement & HTMLAnchorElement // or any other
      const { ringup: name } = dataset
      return [
        name,
        dataset.ringupValue ??
          (each.getAttribute('content') || value || (/_url$/.test(name as string) && (href || src)) || textContent),
      ]
    }),
  )
}

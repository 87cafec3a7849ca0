/** The page itself: elements marked by `data-ringup`. */
import type { FoundOrder } from '../order.js'

export function readDom(): FoundOrder[] {
  const rows = Array.from(document.querySelectorAll('[data-ringup-item]'), readMarks)
  return [{ ...readMarks(), items: rows[0] && rows }]
}

/** The marks of this item, on it and in it; without one those outside of all items. */
export function readMarks(item?: Element): FoundOrder {
  return Object.fromEntries(
    Array.from(document.querySelectorAll('[data-ringup]'))
      // biome-ignore lint/suspicious/noDoubleEquals: none is null here and undefined there
      .filter((each) => each.closest('[data-ringup-item]') == item)
      .map((each) => {
        const {
          dataset: { ringup: name, ringupValue },
          value,
          href,
          src,
          textContent,
        } = each as HTMLInputElement & HTMLAnchorElement // or any other
        return [
          name,
          ringupValue ??
            (each.getAttribute('content') || value || (/_url$/.test(name as string) && (href || src)) || textContent),
        ]
      }),
  )
}

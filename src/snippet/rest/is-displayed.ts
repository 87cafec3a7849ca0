import { ofNode } from '../core/globals.js'

/** Checks whether the browser displays the element: neither `display: none` nor a closed `<details>` is around it. */
export function isDisplayed(element: Element): boolean {
  for (let box: Element | null = element; box; box = ofNode(box, 'parentElement'))
    if (getComputedStyle(box).display === 'none') return false
  return !ofNode(element, 'closest')('details:not([open]) > :not(summary)')
}

/** Checks whether the browser displays the element: neither `display: none` nor a closed `<details>` is around it. */
export function isDisplayed(element: Element): boolean {
  for (let box: Element | null = element; box; box = box.parentElement)
    if (getComputedStyle(box).display === 'none') return false
  return !element.closest('details:not([open]) > :not(summary)')
}

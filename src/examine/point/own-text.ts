/** The text of an element, without the text of elements within it. */

export const MAX_OWN_TEXT = 60

/** The text of the element itself, without what stands in elements within it. */
export function readWholeText(element: Element): string {
  const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
  return texts
    .map(({ textContent }) => textContent?.trim())
    .join(' ')
    .trim()
}

/** The beginning of it, as much as is shown. */
export const readOwnText = (element: Element): string => readWholeText(element).slice(0, MAX_OWN_TEXT)

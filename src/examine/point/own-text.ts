/** The text of an element, without the text of elements within it. */

export const MAX_OWN_TEXT = 60

/** Reads at most as much as is shown. */
export function readOwnText(element: Element): string {
  const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
  const text = texts.map(({ textContent }) => textContent?.trim()).join(' ')
  return text.trim().slice(0, MAX_OWN_TEXT)
}

/**
 * The sample as a page to look at and to point at, with what was found marked. It is shown in a frame whose sandbox runs
 * no script: of the sample's markup only elements and texts are left, and nothing of it could run, load or be followed.
 */

const LEFT_OUT =
  'script, style, link, meta, base, title, template, iframe, frame, object, embed, audio, video, svg, math, dialog'
const KEPT = ['colspan', 'rowspan', 'value', 'type', 'checked', 'data-found', 'data-place']

/** Whoever points at an element of the preview means the element of the sample with this number. */
export const toElement = (document: Document, place: number): Element | undefined =>
  document.querySelectorAll('body *')[place]

/**
 * The frame's page without the sample. With something to focus the keyboard gets into it, and can scroll it.
 * @param style this page's own sheet, which its policy knows by its hash
 */
export const toFrame = (style: string): string =>
  `<!doctype html><html lang="en" class="preview"><title>Preview</title><style>${style}</style><body tabindex="0">`

/**
 * @param document is changed
 * @param labels by element of this document
 * @returns the HTML of the frame's body
 */
export function toPreview(document: Document, labels: Map<Element, string>): string {
  for (const [place, element] of document.querySelectorAll('body *').entries()) {
    element.setAttribute('data-place', String(place))
  }
  for (const element of document.querySelectorAll('[data-found]')) element.removeAttribute('data-found')
  for (const [element, label] of labels) markElement(element, label)
  for (const element of document.querySelectorAll(LEFT_OUT)) element.remove()
  for (const picture of document.querySelectorAll('img')) picture.replaceWith(picture.alt)
  for (const element of document.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) if (!KEPT.includes(name)) element.removeAttribute(name)
    if (element.matches('input, select, textarea, button')) element.setAttribute('disabled', '')
  }
  return document.body.innerHTML
}

/** What has no content of its own shows no label: it gets one round it. */
function markElement(element: Element, label: string) {
  if (!element.matches('meta, input, img, link, br')) return element.setAttribute('data-found', label)
  const place = element.ownerDocument.createElement('span')
  place.setAttribute('data-found', label)
  place.setAttribute('data-place', element.getAttribute('data-place') ?? '')
  place.textContent = element.getAttribute('content') ?? element.getAttribute('value') ?? element.getAttribute('src')
  element.replaceWith(place)
}

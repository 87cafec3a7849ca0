/**
 * The sample as a page to look at, with what was found marked. It is shown in a frame whose sandbox allows nothing: of
 * the sample's markup only elements and texts are left, and nothing of it could run, load or be followed.
 */

/** The policy allows exactly this text by its hash. */
export const PREVIEW_STYLE = `
:root { color-scheme: light dark; --found: #1a5fa8; --wash: #e4eefb; }
@media (prefers-color-scheme: dark) { :root { --found: #8bbcf2; --wash: #1c3048; } }
body { box-sizing: border-box; min-height: 100vh; margin: 0; padding: 1rem; font: .95rem/1.9 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1, h2, h3 { font-size: 1.25rem; line-height: 1.4; margin: .3em 0; }
:focus-visible { outline: 3px solid var(--found); outline-offset: -3px; }
table { border-spacing: .8rem .3rem; margin-left: -.8rem; }
td, th { text-align: left; vertical-align: top; }
[data-found] { outline: 2px solid var(--found); outline-offset: 2px; border-radius: 2px; background: var(--wash); }
[data-found]::before { content: attr(data-found); margin-right: .4em; padding: 0 .35em; border-radius: 2px; background: var(--found); color: Canvas; font: 600 .7rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
[data-found=item], [data-found^="item,"] { outline-style: dashed; background: none; }
tr[data-found]::before { display: table-cell; background: none; color: var(--found); }
`

const LEFT_OUT =
  'script, style, link, meta, base, title, template, iframe, frame, object, embed, audio, video, svg, math, dialog'
const KEPT = ['colspan', 'rowspan', 'value', 'type', 'checked', 'data-found']

/** @param labels by element of this document, which is changed */
export function toPreview(document: Document, labels: Map<Element, string>): string {
  for (const [element, label] of labels) markElement(element, label)
  for (const element of document.querySelectorAll(LEFT_OUT)) element.remove()
  for (const picture of document.querySelectorAll('img')) picture.replaceWith(picture.alt)
  for (const element of document.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) if (!KEPT.includes(name)) element.removeAttribute(name)
    if (element.matches('input, select, textarea, button')) element.setAttribute('disabled', '')
  }
  // With something to focus the keyboard gets into the frame, and can scroll it.
  return `<!doctype html><html lang="en"><title>Preview</title><style>${PREVIEW_STYLE}</style><body tabindex="0">${document.body.innerHTML}`
}

/** What has no content of its own shows no label: it gets one round it. */
function markElement(element: Element, label: string) {
  if (!element.matches('meta, input, img, link, br')) return element.setAttribute('data-found', label)
  const place = element.ownerDocument.createElement('span')
  place.setAttribute('data-found', label)
  place.textContent = element.getAttribute('content') ?? element.getAttribute('value') ?? element.getAttribute('src')
  element.replaceWith(place)
}

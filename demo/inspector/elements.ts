/** Elements made in the page, where text only ever arrives as text, and what the page asks of its server. */

export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

export function draw<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.append(...children)
  return element
}

/** @throws Error when the page has none: page and script are made for each other */
export function find(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`There is no element ${id}.`)
  return element
}

/** @returns the answer's JSON */
export const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

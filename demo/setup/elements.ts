/** Short names for what the page does most: find an element, make one, show or hide one. */

/** @throws Error when the page has no such element: it is written by hand, in html.ts */
export function find(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`There is no #${id} in the page.`)
  return element
}

export function findAs<Type extends HTMLElement>(id: string, type: { new (): Type }): Type {
  const element = find(id)
  if (!(element instanceof type)) throw new Error(`#${id} is another element.`)
  return element
}

export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = '',
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.textContent = text
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

export function show(id: string, isShown: boolean): void {
  find(id).hidden = !isShown
}

/** Leaves what is there when nothing changes: a screen reader would read it out again, and a selection would be lost. */
export function setText(id: string, text: string): void {
  const element = find(id)
  if (element.textContent !== text) element.textContent = text
}

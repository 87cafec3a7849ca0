/** Nodes by DOM calls only: a page with trusted types does not accept HTML as text. The set-up page uses them too. */

export type Child = Node | string | undefined | false

/** Attributes as text, or true for one without a value; `onclick` and the like are listeners. False: left out. */
type Attributes = Record<string, string | boolean | ((event: Event) => void)>

/** Children that are undefined or false are left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes))
    if (typeof value === 'function') made.addEventListener(attribute.slice(2), value)
    else if (value !== false) made.setAttribute(attribute, value === true ? '' : value)
  made.append(...children.flat().filter((child): child is Node | string => child !== undefined && child !== false))
  return made
}

/** Replaces the children only if they have changed, so that a screen reader does not read them again. The focus stays. */
export function setChildren(target: HTMLElement, ...children: (Child | Child[])[]) {
  const next = element('div', {}, ...children)
  if (target.innerHTML === next.innerHTML) return
  const root = target.getRootNode() as ShadowRoot | Document
  const key = target.contains(root.activeElement) ? root.activeElement?.getAttribute('data-key') : undefined
  target.replaceChildren(...next.childNodes)
  if (key) target.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus()
}

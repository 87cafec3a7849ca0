/** Nodes by DOM calls only: a page with trusted types takes no HTML as text. */

type Child = Node | string | undefined | false

/** Content of a section; false: left out. */
export type Content = HTMLElement | false

/** Attributes as text, or true for one without a value; `onclick` and the like are listeners. */
type Attributes = Record<string, string | true | (() => void)>

/** Children that are undefined or false are left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes))
    if (typeof value === 'function') made.addEventListener(attribute.slice(2), () => value())
    else made.setAttribute(attribute, value === true ? '' : value)
  made.append(...children.flat().filter((child): child is Node | string => child !== undefined && child !== false))
  return made
}

/** Names, each with what it stands for. */
export const toDefinitions = (rows: [name: string, value: Child | Child[]][]) =>
  element('dl', {}, ...rows.map(([name, value]) => [element('dt', {}, name), element('dd', {}, ...[value].flat())]))

export const toList = (sentences: string[]) =>
  element(
    'ul',
    {},
    sentences.map((sentence) => element('li', {}, sentence)),
  )

/** Leaves an equal text alone, so a screen reader does not read it again. */
export function setText(target: HTMLElement, text: string) {
  if (target.textContent !== text) target.textContent = text
}

/** Shows the first sentence in bold, and the others in plain. */
export function setSentence(target: HTMLElement, text: string) {
  if (target.textContent === text) return
  const [first = text] = /^.*?[.:](?= |$)/s.exec(text) ?? []
  target.replaceChildren(element('strong', {}, first), text.slice(first.length))
}

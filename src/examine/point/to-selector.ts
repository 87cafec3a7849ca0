/** Makes a selector that finds an element, also on the page of the next order. */
import { isStable } from './stable-names.js'

/** Checks whether a selector counts no elements. */
export const isUncounted = (selector: string): boolean => !selector.includes('-of-type')

/**
 * Makes a selector that finds this element, and no other within `root`: by its name and that of an element around it, else by tags alone.
 * Only if both fail, it counts, and from the end: the next order may have more lines above the total.
 */
export function toSelector(element: Element, root: Element): string | undefined {
  const isIt = (selector: string) => isOnly(selector, element, root)
  const own = toNames(element)
  const pairs = readAround(element, root).flatMap((outer) =>
    toNames(outer).flatMap((name) => own.flatMap((each) => [`${name} ${each}`, `${name} > ${each}`])),
  )
  const [named, tags] = [true, false].map((isNamed) =>
    [...own, ...pairs].filter((selector) => /[.#[]/.test(selector) === isNamed),
  )
  return named?.find(isIt) ?? tags?.find(isIt) ?? countFromEnd(element, root)
}

/** Lists the elements around this one, the nearest first. */
function readAround(element: Element, root: Element): Element[] {
  const { parentElement: parent } = element
  return parent && element !== root && parent !== root ? [parent, ...readAround(parent, root)] : []
}

function countFromEnd(element: Element, root: Element): string | undefined {
  let path = ''
  for (const line of [element, ...readAround(element, root)]) {
    path = toPlace(line) + (path && ` > ${path}`)
    const { parentElement: parent } = line
    const names = parent && parent !== root ? toNames(parent) : []
    const found = [...names.map((name) => `${name} > ${path}`), path].find((each) => isOnly(each, element, root))
    if (found) return found
  }
  return undefined
}

function toPlace(line: Element): string {
  const alike = [...(line.parentElement?.children ?? [])].filter(({ localName }) => localName === line.localName)
  const place = alike.length - alike.indexOf(line)
  return `${line.localName}:${place === 1 ? 'last-of-type' : `nth-last-of-type(${place})`}`
}

const isOnly = (selector: string, element: Element, root: Element): boolean => {
  const [first, ...others] = root.querySelectorAll(selector)
  return first === element && others.length === 0
}

/** Attributes that name an element, if their value is a word. Others, such as `data-status`, may differ on the next order. */
const NAMING = /^(name|role|itemprop|aria-label|data-(test|qa|cy|hook|label|field|name|role|element)[\w-]*)$/

/** Lists the names of an element: its ID, classes, attributes, and tag. */
const toNames = ({ id, classList, attributes, localName }: Element): string[] => [
  ...(id && isStable(id) ? [`#${CSS.escape(id)}`] : []),
  ...[...classList].filter(isStable).map((name) => `.${CSS.escape(name)}`),
  ...[...attributes].flatMap(({ name, value }) =>
    NAMING.test(name) && /^[a-z]{3,}(-[a-z]{3,})*$/i.test(value) ? `[${name}="${value}"]` : [],
  ),
  localName,
]

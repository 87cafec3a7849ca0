/** Makes a selector that finds an element, also on the page of the next order. */
import { finder } from '@medv/finder'
import { isStable } from './stable-names.js'

/** A count and not a time: what is offered does not depend on how busy the machine is. The time is for pages beyond all measure. */
const LIMITS = { maxNumberOfPathChecks: 1000, timeoutMs: 5000 }

/** It counts nothing, from neither side. */
export const isUncounted = (selector: string): boolean => !/:(nth|last)-/.test(selector)

/** A tag alone finds the first element of its kind. */
const hasName = (selector: string) => isUncounted(selector) && /[.#[]/.test(selector)

/**
 * Makes a selector that finds this element, and no other within `root`. It goes by names where there are any; else it counts from
 * the end, where the total is, and from the start only where nothing else finds it. Undefined when the limits leave none.
 */
export function toSelector(element: Element, root: Element): string | undefined {
  const found = find(element, root)
  if (!found || hasName(found)) return found
  return toNamed(element, root) ?? (isUncounted(found) ? found : (fromEnd(element, root) ?? found))
}

/** The same without counting; undefined where only counting names it. */
function toUncounted(element: Element, root: Element): string | undefined {
  const found = find(element, root)
  return found && !isUncounted(found) ? toNamed(element, root) : found
}

function find(element: Element, root: Element): string | undefined {
  try {
    const selector = finder(element, { root, idName: isStable, className: isStable, ...LIMITS })
    // Beyond its limits the finder answers with a path from the document, which in another row names nothing.
    return isOnly(selector, element, root) ? selector : undefined
  } catch {
    return undefined
  }
}

function isOnly(selector: string, element: Element, root: Element): boolean {
  const [named, ...others] = root.querySelectorAll(selector)
  return named === element && others.length === 0
}

/** Names it by a name of its own, or of an element around it. */
function toNamed(element: Element, root: Element): string | undefined {
  for (let outer = element.parentElement; outer && outer !== root; outer = outer.parentElement) {
    const pairs = toNames(outer).flatMap((name) =>
      toNames(element).flatMap((own) => [`${name} ${own}`, `${name} > ${own}`]),
    )
    const selector = pairs.find((pair) => hasName(pair) && isOnly(pair, element, root))
    if (selector) return selector
  }
  return undefined
}

/** The last of its kind, or the one before it, and what is in it. */
function fromEnd(element: Element, root: Element): string | undefined {
  for (let line: Element = element; line.parentElement && line !== root; line = line.parentElement) {
    const holder = line.parentElement === root ? '' : toUncounted(line.parentElement, root)
    const place = toPlaceFromEnd(line)
    if (holder === undefined || !place) continue
    const start = `${holder ? `${holder} > ` : ''}${place}`
    const selectors = line === element ? [start] : toNames(element).map((own) => `${start} ${own}`)
    const selector = selectors.find((each) => isOnly(each, element, root))
    if (selector) return selector
  }
  return undefined
}

function toPlaceFromEnd(line: Element): string | undefined {
  const alike = [...(line.parentElement?.children ?? [])].filter(({ localName }) => localName === line.localName)
  const after = alike.length - 1 - alike.indexOf(line)
  if (after > 1) return undefined
  return `${line.localName}:${after === 0 ? 'last-of-type' : 'nth-last-of-type(2)'}`
}

const toNames = ({ id, classList, localName }: Element): string[] => [
  ...(id && isStable(id) ? [`#${CSS.escape(id)}`] : []),
  ...[...classList].filter(isStable).map((name) => `.${CSS.escape(name)}`),
  localName,
]

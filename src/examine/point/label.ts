/** The words next to a value, by which it is found again on the next order. */
import { AMOUNT, escapePattern, readText } from './amount.js'
import { readOwnText } from './own-text.js'

interface Label {
  /** As part of a pattern. */
  pattern: string
  /** The words come after the value: “41.97 kr Total”. */
  isAfter: boolean
}

/** Reads the label in the element's own text (“Order number: 1001”), or of its neighbour. Undefined without one. */
export function readLabel(element: Element): Label | undefined {
  const [, words = ''] = /^(\p{L}[\p{L}\s.-]*?)[\s:#]+\S*[\d@]/u.exec(readText(element)) ?? []
  if (words.length > 1 && !/^[A-Z]{3}$/.test(words)) return { pattern: escapePattern(words), isAfter: false }
  return readNeighbour(element)
}

function readNeighbour(element: Element): Label | undefined {
  const parent = element.parentElement
  if (!parent) return undefined
  const children = [...parent.children].filter((child) => child.textContent?.trim())
  const amounts = children.filter((child) => AMOUNT.test(child.textContent ?? ''))
  const isAfter = amounts.length > 0 && children[0] === amounts[0] && children.length > 1
  const neighbour = children[children.indexOf(element) + (isAfter ? 1 : -1)]
  const text = (neighbour?.textContent ?? readOwnText(parent)).trim().replace(/:$/, '')
  if (!text && parent.children.length === 1) return readNeighbour(parent)
  return /^[^\d]{2,30}$/.test(text) ? { pattern: escapePattern(text), isAfter } : undefined
}

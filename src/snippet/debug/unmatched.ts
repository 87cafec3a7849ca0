/** Which of the shop's selectors read nothing on this page: a misspelt one looks like a field that the page does not have. */

import { toFields } from '../fields.js'
import { readSelector } from '../gather/selector.js'
import { parseJson, safely } from '../safely.js'

/**
 * Fields whose selector finds nothing, and rows where no first row is found: "cart_value (#totel)".
 *
 * @param setting the setting `selectors`, or its JSON
 */
export function readUnmatched(setting: unknown): string[] {
  const { items, ...selectors } = toFields(parseJson(setting) ?? setting)
  const { each, ...inRow } = toFields(items)
  const unmatched = readEmpty(document, selectors)
  if (typeof each !== 'string') return unmatched
  const row = safely(() => document.querySelector(each))
  return [...unmatched, ...(row ? readEmpty(row, inRow) : [`items (${each})`])]
}

function readEmpty(root: ParentNode, selectors: Record<string, unknown>): string[] {
  const isEmpty = ([name, selector]: [string, unknown]) => readSelector(root, selector, name) === ''
  return Object.entries(selectors)
    .filter(isEmpty)
    .map(([name, selector]) => `${name} (${selector})`)
}

/** Lists the shop's selectors that find nothing on this page: most likely they are misspelt. The panel names them. */

import { toFields } from '../snippet/core/fields.js'
import { parseJson } from '../snippet/core/safely.js'
import { MARKED_ROW, readRows } from '../snippet/rest/gather/named.js'
import { readSelector } from '../snippet/rest/gather/selector.js'

/**
 * Lists fields whose selector finds nothing, such as "cart_value (#totel)"; of items the first row is looked at.
 *
 * @param setting the setting `selectors`, or its JSON
 */
export function readUnmatched(setting: unknown): string[] {
  const { items, ...selectors } = toFields(parseJson(setting) ?? setting)
  const { each, ...inRow } = toFields(items)
  const unmatched = readEmpty(document, selectors)
  if (items === undefined) return unmatched
  const [row] = readRows(document, each)
  return [...unmatched, ...(row ? readEmpty(row, inRow) : [`items (${each ?? MARKED_ROW})`])]
}

function readEmpty(root: ParentNode, selectors: Record<string, unknown>): string[] {
  const isEmpty = ([name, selector]: [string, unknown]) => readSelector(root, selector, name) === ''
  return Object.entries(selectors)
    .filter(isEmpty)
    .map(([name, selector]) => `${name} (${selector})`)
}

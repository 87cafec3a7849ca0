/** Reads the page's text for a field that could not be read. The problem itself names only the field. */
import type { Problem, Said } from '../contract/said.js'
import { findFilled } from '../normalise/fields.js'
import { CART_NAMES, ITEM_NAMES } from '../normalise/names.js'
import { unwrapOrder } from '../normalise/sources/found.js'
import { toFields } from '../snippet/core/fields.js'
import { safely } from '../snippet/core/safely.js'

const MAX_SHOWN = 80

/** Names of the API's fields on pages. */
const NAMES: Record<string, readonly string[]> = { ...CART_NAMES, ...ITEM_NAMES }

/** @returns by field; of those only whose text is there */
export function readUnread(said: Said, problems: Problem[]): Record<string, string> {
  const texts = problems.flatMap(({ field }): [string, string][] => {
    const text = safely(() => toText(findSaid(said, field)))
    return text === undefined ? [] : [[field, text]]
  })
  return Object.fromEntries(texts)
}

/** Fields that the shop has named win over found ones. */
function findSaid({ named, found }: Said, field: string): unknown {
  const [, name, index, ofItem = ''] = /^(?:cart_data\.(\w+)|cart_items\.(\d+)\.(\w+))$/.exec(field) ?? []
  const order = unwrapOrder(found?.order ?? {})
  const read = (fields: object | undefined, what: string) =>
    findFilled(toFields(fields), [what, ...(NAMES[what] ?? [])])
  if (name) return read(named?.order, name) ?? read(order.fields, name)
  return read((named?.items ?? order.items)?.[Number(index)], ofItem)
}

function toText(value: unknown): string | undefined {
  const said = toFields(value).data ?? value
  if (said === undefined) return undefined
  const text = typeof said === 'string' ? `“${said.trim()}”` : String(JSON.stringify(said))
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

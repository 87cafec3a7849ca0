/** Reads the page's text for a field that could not be read. The problem itself names only the field. */
import type { Problem, Raw } from '../contract/raw.js'
import { choose } from '../normalise/choose/index.js'
import { findFilled } from '../normalise/fields.js'
import { CART_NAMES, ITEM_NAMES } from '../normalise/names.js'
import { unwrapOrder } from '../normalise/sources/unwrap.js'
import { toFields } from '../snippet/core/fields.js'
import { safely } from '../snippet/core/safely.js'

const MAX_SHOWN = 80

/** Names of the API's fields on pages. */
const NAMES: Record<string, readonly string[]> = { ...CART_NAMES, ...ITEM_NAMES }

/** @returns by field; of those only whose text is there */
export function readUnread(raw: Raw, problems: Problem[]): Record<string, string> {
  const texts = problems.flatMap(({ field }): [string, string][] => {
    const text = safely(() => toText(findValue(raw, field)))
    return text === undefined ? [] : [[field, text]]
  })
  return Object.fromEntries(texts)
}

/** Fields that the shop has named win over those of the page. */
function findValue(raw: Raw, field: string): unknown {
  const { named } = raw
  const [, name, index, ofItem = ''] = /^(?:cart_data\.(\w+)|cart_items\.(\d+)\.(\w+))$/.exec(field) ?? []
  const order = unwrapOrder(choose(raw).order?.order ?? {})
  const read = (fields: object | undefined, what: string) =>
    findFilled(toFields(fields), [what, ...(NAMES[what] ?? [])])
  if (name) return read(named?.order, name) ?? read(order.fields, name)
  return read((named?.items ?? order.items)?.[Number(index)], ofItem)
}

function toText(value: unknown): string | undefined {
  const own = toFields(value).data ?? value
  if (own === undefined) return undefined
  const text = typeof own === 'string' ? `“${own.trim()}”` : String(JSON.stringify(own))
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

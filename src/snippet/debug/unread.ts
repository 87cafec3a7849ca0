/** What stands in the page where a field could not be read: the problem itself names only the field. */
import { toFields } from '../fields.js'
import { CART, ITEM } from '../normalise/order.js'
import { findFilled, type Table } from '../normalise/read-fields.js'
import type { PageOrder } from '../order.js'
import type { Problem } from '../problem.js'
import { safely } from '../safely.js'

const MAX_SHOWN = 80

/** @returns by field; of those only whose text is there */
export function readUnread(page: PageOrder | undefined, problems: Problem[]): Record<string, string> {
  const texts = problems.flatMap(({ field }): [string, string][] => {
    const text = safely(() => toText(findField(page, field)))
    return text === undefined ? [] : [[field, text]]
  })
  return Object.fromEntries(texts)
}

function findField(page: PageOrder | undefined, field: string): unknown {
  const [, name] = /^cart_data\.(\w+)$/.exec(field) ?? []
  if (name) return findFilled(toFields(page?.cart), toNames(CART, name))
  const [, index, ofItem] = /^cart_items\.(\d+)\.(\w+)$/.exec(field) ?? []
  if (ofItem) return findFilled(toFields(page?.items?.[Number(index)]), toNames(ITEM, ofItem))
  return undefined
}

const toNames = ({ rows }: Table, name: string) => rows.find((row) => row.name === name)?.names.page ?? [name]

function toText(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? `“${value.trim()}”` : String(JSON.stringify(value))
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

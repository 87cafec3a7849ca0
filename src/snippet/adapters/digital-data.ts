/** W3C's customer experience digital data layer (Community Group report of December 2013): the global `digitalData`. */
import { isFields, toFields } from '../fields.js'
import { globals } from '../globals.js'
import type { FoundOrder } from '../order.js'
import { safely } from '../safely.js'
import { isOrder, toEmails, toFoundOrder } from './found-order.js'

export function readDigitalData(): FoundOrder | undefined {
  return safely(() => {
    const { transaction } = toFields(globals.digitalData)
    const found = isFields(transaction) ? toFoundOrder(transaction) : undefined
    return found && isOrder(found) ? found : undefined
  })
}

/** Where it has the customer's address: `user[0].profile[0].profileInfo.email`. */
export function readDigitalUser(): unknown[] {
  return safely(() => toEmails(first(first(toFields(globals.digitalData).user).profile))) ?? []
}

const first = (list: unknown) => toFields(Array.isArray(list) ? list[0] : undefined)

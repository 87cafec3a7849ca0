/** The customer's e-mail address, wherever the page has it. */
import type { Fields } from '../fields.js'
import { PERSONS } from '../normalise/order.js'
import { toEmails } from '../normalise/text.js'
import type { FoundOrder } from '../order.js'
import { safely } from '../safely.js'
import { settings } from '../settings.js'
import { readMessages } from './data-layer.js'
import { toAddresses, toFoundOrder } from './found-order.js'
import { readJsonOrders } from './json-ld.js'
import { readSelector } from './selector.js'

/**
 * All addresses of the first place that has any; two in one place are a problem.
 *
 * Places, by precedence: only where the setting says, if it is set; what the shop has named; what the order says; what the
 * page says of its customer. No place is looked at once there is one.
 */
export function readEmails(order: FoundOrder | undefined): string[] {
  const { email } = settings
  if (email !== undefined) return first(readAt(email, order)) ?? []
  return first(order?.emails ?? []) ?? first(readUsers(order)) ?? []
}

/** A data layer tells of its customer by and by: the latest counts, and `user_data` before `user_properties`. */
function readUsers(order: FoundOrder | undefined): unknown[] {
  const said = readMessages(order)
  return PERSONS.flatMap((name) =>
    // One that is blank now takes back what was said before: the customer has left.
    [said.find((each) => name in each), ...readOwnJson(order)].flatMap((each) => toAddresses(each?.[name])),
  )
}

/** A path in the data layer or JSON-LD; what leads nowhere there is a selector. */
function readAt(place: string, order: FoundOrder | undefined): unknown[] {
  const reading = readSelector(document, place, 'email')
  const follow = (said: Fields): unknown =>
    safely(() => place.split('.').reduce((value, name) => Object(value)[name], said))
  const all = [...readMessages(order), ...readOwnJson(order)]
  return [...all.map(follow), 'value' in reading && reading.value]
}

/** JSON-LD of this order; the page's only one need not say its number. */
function readOwnJson(order: FoundOrder | undefined): Fields[] {
  const all = readJsonOrders()
  return all.filter((each) => {
    const { number } = toFoundOrder(each)
    return number === undefined ? all.length === 1 : number === order?.number
  })
}

const first = (texts: unknown[]): string[] | undefined => texts.map(toEmails).find((emails) => emails.length > 0)

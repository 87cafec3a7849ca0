/**
 * What newer sign-ups have said, so that an older one that arrives late does not take it back.
 *
 * Fields of the customer are one for all lists (API.md 4.2); any other field belongs to its list. Names are kept, and
 * when; never a value.
 */
import { Contact } from '../../contract/contact.js'
import type { Hash } from '../seal.js'

const CUSTOMER_FIELDS = new Set(Object.keys(Contact.shape))
/** Names the sign-up itself: the customer is on the list. */
const MEMBER = ''
/** In place of a list: all of them. No list is named so. */
const EVERYWHERE = ''

/** Where a field belongs, and its name; that of a custom field is a hash, since anybody may have made it up. */
export type Said = [scope: string, name: string]

/** All that a sign-up says. */
export function toSaid(list: string, body: Contact, hash: Hash): Said[] {
  return [[list, MEMBER], ...toNames(body).map((name) => toScoped(list, name, hash))]
}

/**
 * The sign-up, less what newer ones have said.
 *
 * @returns undefined when nothing is left that would change anything
 */
export function toLate(list: string, body: Contact, newer: Said[], hash: Hash): Contact | undefined {
  const said = new Set(newer.map(toText))
  const lost = toNames(body).filter((name) => said.has(toText(toScoped(list, name, hash))))
  const left = Object.fromEntries(Object.entries(body).filter(([name]) => !lost.includes(name))) as Contact // the e-mail stays
  return toNames(left).length === 0 && said.has(toText([list, MEMBER])) ? undefined : left
}

const toNames = (body: Contact) => Object.keys(body).filter((name) => name !== 'email')

const toScoped = (list: string, name: string, hash: Hash): Said =>
  CUSTOMER_FIELDS.has(name) ? [EVERYWHERE, name] : [list, hash('field', name).toString('base64url')]

const toText = (said: Said) => JSON.stringify(said)

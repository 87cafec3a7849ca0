/** Finds an e-mail address in data that the page does not show: in the data layer and in JSON-LD. A person points at one that it shows. */
import { readEmail } from '../normalise/email.js'
import { readMessages } from '../snippet/core/entries.js'
import { safely } from '../snippet/core/safely.js'
import { gather, type Page } from '../snippet/rest/gather/gather-order.js'
import { readJsonOrders } from '../snippet/rest/gather/json-ld.js'

/** Limits of the search: values, and levels below an entry. */
const MAX_VALUES = 2_000
const MAX_DEPTH = 6

/** @returns the first value of the setting `email` that leads to an address */
export const huntEmail = (page: Page): string | undefined => readData(page).find((setting) => leadsToOne(setting, page))

/** Checks whether the script would gather an address with this setting. */
function leadsToOne(email: string, { settings, ...page }: Page): boolean {
  return 'email' in readEmail(gather({ ...page, settings: { ...settings, email } }).raw.emails ?? [])
}

/** Reads paths in the data layer and in JSON-LD, the latest first. */
function readData({ layer }: Page): string[] {
  const seen = new Set<unknown>()
  const places: string[] = []
  const walk = (value: unknown, path: string[]) => {
    if (typeof value === 'string') return void (hasCustomer(value) && places.push(path.join('.')))
    const isWalked = typeof value === 'object' && value !== null && !(value instanceof Node) && value !== window
    if (!isWalked || seen.has(value) || seen.size > MAX_VALUES || path.length >= MAX_DEPTH) return
    seen.add(value)
    for (const name of Object.keys(value))
      if (!name.includes('.')) safely(() => walk(Reflect.get(value, name), [...path, name]))
  }
  const messages = readMessages(layer).map(({ fields }) => fields)
  for (const fields of [...messages.reverse(), ...readJsonOrders(document)]) safely(() => walk(fields, []))
  return places
}

/** Addresses of a shop. They are on every page, and would make one customer of all. */
const OWN_NAME =
  /^(info|mail|support|contact|kontakt|service|sales|orders?|shop|store|help|hello|office|team|no-?reply)@/i

function hasCustomer(text: string): boolean {
  if (!text.includes('@') || text.length > 500) return false
  const read = readEmail(text.split(/[\s<>"(),;:\\]+/))
  return 'email' in read && !OWN_NAME.test(read.email)
}

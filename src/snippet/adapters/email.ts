/** The customer's e-mail address, wherever the page has it. */
import { toFields } from '../fields.js'
import { toEmail, toEmailInText } from '../normalise/text.js'
import type { PageOrder } from '../order.js'
import type { Reading } from '../problem.js'
import { safely } from '../safely.js'
import { settings } from '../settings.js'
import { readSaid, readUsers } from './data-layer.js'
import { readDigitalUser } from './digital-data.js'
import { toEmails } from './found-order.js'
import { readOrders } from './json-ld.js'
import { readSelector } from './selector.js'

const NOBODY: Reading<undefined> = { value: undefined }

/**
 * By precedence: only where the setting says, if it is set; what the shop has named; what the order says; what the page
 * says. Each place is looked at only when those before it say nothing that can be read.
 */
export function readEmail({ named, found }: PageOrder): Reading<string | undefined> {
  const { email } = settings
  if (email !== undefined) return readAt(email, { named, found })
  for (const text of named?.emails ?? []) {
    const reading = toEmailInText(String(text))
    if ('value' in reading || reading.problem === 'two_emails') return reading
  }
  const places = [
    () => found?.emails ?? [],
    () => readUsers(found),
    () => readOrders().flatMap(({ customer }) => toEmails(customer)),
    readDigitalUser,
  ]
  for (const readPlace of places) {
    const address = first(safely(readPlace) ?? [])
    if (address !== undefined) return { value: address }
  }
  return NOBODY
}

/** Words joined by dots are a path in the order, the data layer or JSON-LD; anything that leads nowhere is a selector. */
function readAt(place: string, { found }: PageOrder): Reading<string | undefined> {
  if (/^[\w-]+(\.[\w-]+)*$/.test(place)) {
    const roots = [found?.said, ...readSaid(found), ...readOrders()]
    const address = first(roots.map((root) => safely(() => readPath(root, place))))
    if (address !== undefined) return { value: address }
  }
  const reading = readSelector(document, place)
  if ('problem' in reading) return reading
  return reading.value === undefined ? NOBODY : toEmailInText(reading.value)
}

const readPath = (root: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => toFields(value)[name], root)

/** The first that is one. */
function first(values: unknown[]): string | undefined {
  for (const value of values) {
    const reading = toEmail(value)
    if ('value' in reading) return reading.value
  }
  return undefined
}

/** How much a sign-up may write: the API keeps a row for each additional field, for every list. */
import { Contact } from '../../contract/contact.js'
import { MAX_ADDITIONAL_FIELDS, MAX_FIELD_NAME_LENGTH, MAX_FIELD_VALUE_LENGTH } from '../../contract/limits.js'
import type { Guard } from './context.js'

const KNOWN = Object.keys(Contact.shape)

/**
 * Looks at what is left after the settings and the signature: a long message in a form that is reported for its e-mail alone
 * costs nobody the sign-up.
 */
export const checkFields: Guard = ({ event }) => {
  if (event?.kind !== 'addToList') return undefined
  const additional = Object.entries(event.body).filter(([name]) => !KNOWN.includes(name))
  const beyond = additional.filter(
    ([name, value], place) =>
      place >= MAX_ADDITIONAL_FIELDS ||
      name.length > MAX_FIELD_NAME_LENGTH ||
      String(value).length > MAX_FIELD_VALUE_LENGTH,
  )
  if (beyond.length === 0) return undefined
  return { code: 'shape', fields: beyond.slice(0, 20).map(([name]) => name.slice(0, MAX_FIELD_NAME_LENGTH)) }
}

/**
 * Plain numbers and names that both sides of the wire agree on. This file imports nothing, so the snippet can use its
 * values without the schemas.
 */

/** Version of the package. A test compares it with package.json. */
export const VERSION = '0.1.0'

/** Largest event that the snippet sends: UTF-8 bytes of the whole envelope. Keepalive allows 64 KiB. */
export const MAX_EVENT_BYTES = 48 * 1024
/** Size to which the snippet shortens an order if it can, in bytes. Several such events fit into keepalive together. */
export const AIM_BYTES = 16 * 1024
/** Largest request body that the proxy reads, in bytes. */
export const MAX_BODY_BYTES = 49 * 1024

/**
 * Time for which the browser retries: 24 h and 72 h. The API converts the *latest* session, so a late replay can hit
 * the wrong one.
 */
export const MAX_QUEUED_MS = { convert: 86_400_000, addToList: 259_200_000 }
/** The oldest age that the proxy believes, 72 h. A higher age counts as 72 h. */
export const MAX_AGE_MS = 259_200_000

/** Signs with which pages mask an address. The rest of a masked address would be another customer's. */
export const MASKED = /[*•●…]|\.{3}/
/** The public name of a list. Its id never reaches a browser. */
export const LIST_PATTERN = /^[a-z0-9-]{1,64}$/

/**
 * The most additional fields of a sign-up, and the most characters of their names and values. Additional fields are
 * those that the API does not know.
 */
export const MAX_ADDITIONAL_FIELDS = 50
export const MAX_FIELD_NAME_LENGTH = 64
export const MAX_FIELD_VALUE_LENGTH = 1_000

/** "payment[ccNumber2]" is "payment cc number". */
export const toWords = (name: string): string =>
  name
    .replace(/[a-z](?=[A-Z])/g, '$& ')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')

/** Words of names of persons, of their fields, and of their means of payment. */
const PRIVATE =
  /^(user|customer(?! type)|billing|buyer|shopper|visitor|recipient)|^(em|profile|person|mobile|tel) ?$|\b(city|street|zip)\b|shipping details|phone|address|birth|e ?mail|post(al)? ?code|(first|last|sur|full|given|family) ?name|payment ?method ?id|iban/

/**
 * Recognises a name under which an order has a person's data, at any depth. The page does not send these fields, and
 * the reader leaves them out again. This does not apply to sign-ups and to values that a shop passes.
 */
export const isPrivateName = (name: string): boolean => PRIVATE.test(toWords(name))

/** Keys that must never be copied from parsed JSON, because assigning them reaches the object's prototype. */
export const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype']

/**
 * Plain numbers and names that both sides of the wire agree on. Imports nothing, so the snippet may
 * take values from here without bringing the schemas along.
 */

/** Version of the package; a test holds it to package.json. */
export const VERSION = '0.1.0'

/** Largest event the snippet sends, in UTF-8 bytes of the whole envelope: what keepalive lets through with room to spare. */
export const MAX_EVENT_BYTES = 48 * 1024
/** What the snippet shortens an order to where it can, so that several events can outlive a page at once. */
export const AIM_BYTES = 16 * 1024
/** Largest request body the proxy reads, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024

/** How long the browser keeps trying: 24 h and 72 h. The API converts the *latest* session, so a late replay can hit the wrong one. */
export const MAX_QUEUED_MS = { convert: 86_400_000, addToList: 259_200_000 }
/** The oldest age the proxy believes, 72 h; anything above counts as this. */
export const MAX_AGE_MS = 259_200_000

/** Longest e-mail address, in characters (RFC 5321, 4.5.3.1.3, less the angle brackets). */
export const MAX_EMAIL_LENGTH = 254
/**
 * One `@` with something on both sides, and none of the characters that need quoting in a header or an address list.
 * At most 254 characters. The two halves cannot match each other's text, so the check takes linear time.
 * All the controls of Unicode stand in it once: browsers take half a millisecond to compile them.
 */
export const EMAIL_PATTERN = /^(?!.{255}|.*[\s\p{C}<>"(),;:\\])[^@]+@[^@]+$/u
/** Signs with which pages mask an address: what is left of it would be another customer's. */
export const MASKED = /[*•●…]|\.{3}/
/** The public name of a list; its id never reaches a browser. */
export const LIST_PATTERN = /^[a-z0-9-]{1,64}$/

/** The most fields of a sign-up that the API does not know, and the most characters of their names and values. */
export const MAX_ADDITIONAL_FIELDS = 50
export const MAX_FIELD_NAME_LENGTH = 64
export const MAX_FIELD_VALUE_LENGTH = 1_000

/**
 * Names under which an order has a person's data: they stay in the page, at any depth, and the reader leaves out what came all
 * the same. What a shop passes itself, and sign-ups, are not an order's data.
 */
export const PRIVATE_NAME =
  /^(em|user|user_?data|user_?properties|customer|profile|person|buyer|recipient|billing)$|phone|address|birth|e[-_]?mail|(first|last|sur|full|given|family|customer)[-_]?name|payment_?method_?id|iban/i

/** Keys that must never be copied from parsed JSON: assigning them reaches the object's prototype. */
export const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype']

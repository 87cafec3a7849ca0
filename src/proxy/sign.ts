/**
 * Signatures. With one, a shop's server vouches that an event's e-mail is the customer's, so a page may write more
 * fields.
 *
 * A signature is valid for one kind, one e-mail and one order or list, until it expires. It does not cover amounts.
 */
import { createHmac } from 'node:crypto'
import { toEmail } from '../contract/email.js'

/** The longest time until a signature expires that the proxy accepts. */
export const MAX_SIGNED_S = 86_400
/** An hour less, because the clocks of the shop's server and of the proxy may differ. */
const DEFAULT_S = 82_800

export interface ToSign {
  /** The first secret of RINGUP_SIGNING_SECRET. */
  secret: string
  kind: 'convert' | 'addToList'
  /**
   * The customer's address, as the shop's server knows it. Never one that the page has sent, because the signature
   * would then prove nothing.
   */
  email: string
  /** The order number, or the list's public name. Absent for an order without a number. */
  subject?: string | undefined
  /** Seconds from now, at most 86,400. The default is 23 hours: nearly as long as a browser keeps an order. */
  expiresInSeconds?: number | undefined
  /** The time at which it expires, in Unix seconds. Used instead of `expiresInSeconds`. */
  expiry?: number | undefined
}

/**
 * Makes the `signature` for one call of `convert()` or `addToList()`.
 *
 * @throws TypeError in a sentence that names the option, never its value
 */
export function sign({ secret, kind, email, subject = '', expiresInSeconds = DEFAULT_S, expiry }: ToSign): string {
  const until = expiry ?? Math.floor(Date.now() / 1000) + expiresInSeconds
  const address = toEmail(email)
  const name = toSignedText(subject)
  if (typeof secret !== 'string' || secret === '') throw new TypeError('secret is empty.')
  if (kind !== 'convert' && kind !== 'addToList') throw new TypeError('kind must be convert or addToList.')
  if (address === undefined) throw new TypeError('email is not an e-mail address.')
  if (name === undefined) throw new TypeError('subject must be text: the order number, or the name of the list.')
  if (kind === 'addToList' && name === '') throw new TypeError('subject is needed: the public name of the list.')
  if (expiry === undefined && !(expiresInSeconds > 0 && expiresInSeconds <= MAX_SIGNED_S)) {
    throw new TypeError(`expiresInSeconds must be from 1 to ${MAX_SIGNED_S}.`)
  }
  if (!Number.isSafeInteger(until) || until < 1) throw new TypeError('the expiry must be in whole Unix seconds.')
  return toSignature(secret, { kind, email: address, subject: name, expiry: String(until) })
}

interface Signed {
  kind: string
  email: string
  subject: string
  expiry: string
}

/**
 * Signs values that already have their one form. Kind, e-mail and expiry have no line break, so two messages never have
 * one text.
 */
export function toSignature(secret: string, { kind, email, subject, expiry }: Signed): string {
  const message = `ringup:1\n${kind}\n${email}\n${subject}\n${expiry}`
  return `${expiry}.${createHmac('sha256', secret).update(message).digest('base64url')}`
}

const toSignedText = (text: unknown) => (isSignable(text) ? text.normalize().trim() : undefined)

/** Refuses text with half a surrogate pair, because all halves are equal in UTF-8, which is signed. */
const isSignable = (text: unknown): text is string => typeof text === 'string' && !/\p{Surrogate}/u.test(text)

/**
 * Decides who vouches for the event and which fields it may write. With a signature or the server token it may write
 * all fields, otherwise only those that the settings allow.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Event } from '../../contract/event.js'
import type { Settings } from '../settings.js'
import { MAX_SIGNED_S, toSignature } from '../sign.js'
import type { Guard, RequestContext } from './context.js'
import { createLinks, type Links, removeForeignLinks } from './links.js'

/** Expiry without sign or leading zero, then 32 bytes in base64url. One signature has one spelling. */
const SIGNATURE = /^([1-9]\d{0,11})\.[\w-]{43}$/

export function createSignatureCheck(settings: Settings, now: () => number): Guard {
  const links = createLinks(settings)
  return (context) => {
    const { event } = context
    if (!event) throw new Error('checkShape has set neither an event nor a problem.')
    const verdict = context.fromServer ? 'signed' : verify(event, settings.signingSecrets, now())
    if (verdict === 'forged') return { code: 'signature', fields: ['signature'] }
    if (verdict === 'unsigned' && settings.requireSignature.includes(event.kind)) {
      return { code: 'signature', fields: ['signature'] }
    }
    context.signed = verdict === 'signed'
    if (!context.signed) removeUnsigned(context, event, { links, ...settings })
    return undefined
  }
}

/**
 * Checks the signature. A genuine signature that has expired, or expires too far ahead, counts as unsigned. It is not a
 * forgery, because its order may have waited in the browser for long.
 */
function verify(event: Event, secrets: string[], nowMs: number): 'signed' | 'unsigned' | 'forged' {
  const { signature } = event
  if (signature === undefined || secrets.length === 0) return 'unsigned'
  const expiry = SIGNATURE.exec(signature)?.[1]
  if (expiry === undefined || !isGenuine(event, signature, expiry, secrets)) return 'forged'
  const aheadS = Number(expiry) - nowMs / 1000
  return aheadS > 0 && aheadS <= MAX_SIGNED_S ? 'signed' : 'unsigned'
}

function isGenuine(event: Event, signature: string, expiry: string, secrets: string[]): boolean {
  const { kind, body } = event
  const subject = event.kind === 'convert' ? (event.body.cart_data?.order_number ?? '') : event.list
  const bytes = Buffer.from(signature)
  // All secrets are tried, so the time does not reveal the right one.
  const right = secrets.map((secret) =>
    timingSafeEqual(Buffer.from(toSignature(secret, { kind, email: body.email, subject, expiry })), bytes),
  )
  return right.includes(true)
}

function removeUnsigned(context: RequestContext, event: Event, { lists, links }: Settings & { links: Links }) {
  if (event.signature !== undefined) context.ignored.push('signature')
  if (event.kind === 'convert') {
    const foreign = removeForeignLinks(event.body, links, context.itemPlaces)
    context.problems.push(...foreign.map((field) => ({ field, code: 'foreign_link' })))
    return
  }
  const fields = lists.get(event.list)?.fields ?? []
  if (fields !== '*') event.body = pick(event.body, ['email', ...fields], context.ignored)
}

function pick<T extends object>(body: T, names: string[], ignored: string[]): T {
  ignored.push(...Object.keys(body).filter((name) => !names.includes(name)))
  // The list always contains `email`, the one required field, so the result is still a T.
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name))) as T
}

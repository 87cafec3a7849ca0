/** Orders this browser has had accepted: a thank-you page reloaded is not a second order. */
import { attempt } from './attempt.js'
import type { Payload } from './outbox.js'
import { settings } from './settings.js'

const KEPT_MS = 2_592_000_000 // 30 days
const KEPT = 50

type Mark = [hash: number, at: number]
let marks: Mark[] = []

export function isRepeat(event: Payload): boolean {
  const hash = toHash(event)
  return readMarks().some(([each]) => each === hash)
}

export function remember(event: Payload): void {
  const hash = toHash(event)
  if (!hash) return
  marks = [...readMarks(), [hash, Date.now()] as Mark].slice(-KEPT)
  if (settings.persist !== 'none') attempt(() => localStorage.setItem('ringup', JSON.stringify(marks)))
}

export function forgetMarks() { marks = [] }

function readMarks(): Mark[] {
  const stored: Mark[] = attempt(() => JSON.parse(String(localStorage.getItem('ringup')))) ?? marks
  return attempt(() => stored.filter(([, at]) => Date.now() - at < KEPT_MS)) ?? []
}

/** Of order number, e-mail, and whether signed: a signed event may say more. Undefined without a number. */
function toHash({ kind, body, signature }: Payload): number | undefined {
  const number = kind === 'convert' && body.cart_data?.order_number
  return number ? [...`${number} ${body.email} ${!signature}`].reduce((hash, sign) => (hash * 65_599 + sign.charCodeAt(0)) % 4_294_967_291, 7) : undefined
}

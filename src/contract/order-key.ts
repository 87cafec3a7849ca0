/** One spelling of an order number. This file imports nothing, so page and proxy can both use it. */

/** The longest text that is composed. Every order number is shorter, and composing takes quadratic time. */
const MAX_COMPOSED = 1_000

/**
 * Turns an order number into the text that identifies the order: trimmed, without format characters and without a
 * leading `#`, `№`, `No.`, `nr` or `n.º`. Page, webhook and order export may spell one number in different ways: `#4711`, `No.
 * 4711` and ` 4711` are `4711`.
 *
 * The API gets this text too.
 */
export function toOrderKey(number: string): string {
  const composed = number.length > MAX_COMPOSED ? number : number.normalize()
  const plain = composed.replace(/\p{Cf}/gu, '').trim()
  return plain.replace(/^(?:[#＃№]|n[or]?\.[º°]?|n[º°]\.?|n[or](?=\s)|\s)+(?=.)/iu, '')
}

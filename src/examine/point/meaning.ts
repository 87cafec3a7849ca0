/** What an element that somebody points at is of the order, by what it says and what stands beside it. */

import type { OrderField } from '../../contract/selectors.js'
import { readWholeText } from './own-text.js'
import { AMOUNT } from './value-pattern.js'

/** Words of shops for the sum of an order, for an order, and for a code that lowers the sum, in twenty languages. */
const TOTAL =
  /total|so?mme|sum(me|ma|a)?\b|gesamt|betrag|montant|importe|totaal|razem|celkem|spolu|összesen|yhteensä|i alt|att betala|å betale|toplam|итого|всего|σύνολο|合計|总计|總計|합계|المجموع/i
const ORDER =
  /order|bestell|commande|pedido|ordine|encomenda|bestelling|zamówieni|objednávk|rendelés|tilau|ordre|sipariş|заказ|παραγγελ|注文|订单|訂單|주문|طلب|confirmation|(^|\s)(num[eé]ro|número|nummer|number)\b/i
const PROMO = /coupon|voucher|gutschein|code promo|cup[oó]n|buono|kupon|kortingscode|rabattcode|промокод|クーポン/i

const EMAIL = /[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}/i

/** Longer texts are sentences, which say themselves what is in them. */
const MAX_WORDS = 3

/** Likeliest first; none where neither its text nor the words round it tell: then the shop says it. */
export function guessMeanings(element: Element): OrderField[] {
  const text = (readWholeText(element) || (element.textContent ?? '')).trim()
  const words = text.split(/\s+/).length > MAX_WORDS ? text : `${readBeside(element)} ${text}`
  const isMoney = AMOUNT.test(text) && TOTAL.test(words)
  const isEmail = EMAIL.test(text)
  const isNumber = /\d/.test(text.replace(EMAIL, '')) && ORDER.test(words) && !isMoney
  if (PROMO.test(words) && !isEmail) return ['promo']
  return [
    ...(isMoney ? (['cart_value'] as const) : []),
    ...(isNumber ? (['order_number'] as const) : []),
    ...(isEmail ? (['email'] as const) : []),
  ]
}

/** The nearest words round the element that are not its own, nor in brackets: of its line, or of what stands before it. */
function readBeside(element: Element): string {
  const own = element.textContent ?? ''
  for (let holder = element.parentElement, steps = 0; holder && steps < 4; holder = holder.parentElement, steps += 1) {
    const words = (holder.textContent ?? '')
      .replace(own, ' ')
      .replace(/\([^()]*\)/g, ' ')
      .slice(0, 200)
    if (/\p{L}{2}/u.test(words)) return words
  }
  return element.previousElementSibling?.textContent ?? ''
}

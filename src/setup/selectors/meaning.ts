/** What an element that somebody points at is of the order, by what it says and what stands beside it. */
import type { CART_SELECTORS } from '../choices/choices.js'
import { readOwnText } from './suggestions.js'
import { AMOUNT } from './value-pattern.js'

type Field = keyof typeof CART_SELECTORS

/** Words of shops for the sum of an order, for an order, and for a code that lowers the sum, in twenty languages. */
const TOTAL =
  /total|sum(me|ma|a)?\b|gesamt|betrag|montant|importe|totaal|razem|celkem|spolu|összesen|yhteensä|i alt|att betala|å betale|toplam|итого|всего|σύνολο|合計|总计|總計|합계|المجموع/i
const ORDER =
  /order|bestell|commande|pedido|ordine|encomenda|bestelling|zamówieni|objednávk|rendelés|tilau|ordre|sipariş|заказ|παραγγελ|注文|订单|訂單|주문|طلب|confirmation/i
const PROMO = /coupon|voucher|gutschein|code promo|cup[oó]n|buono|kupon|kortingscode|rabattcode|промокод|クーポン/i

const EMAIL = /[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}/i

/** Undefined where neither its text nor the words round it tell; then the shop says it. */
export function guessMeaning(element: Element): Field | undefined {
  const text = readOwnText(element) || (element.textContent ?? '').trim()
  const beside = readBeside(element)
  if (EMAIL.test(text)) return 'email'
  if (PROMO.test(beside)) return 'promo'
  if (AMOUNT.test(text) && TOTAL.test(beside)) return 'cart_value'
  if (/\d/.test(text) && ORDER.test(`${beside} ${text}`)) return 'order_number'
  return undefined
}

/** The nearest words round the element that are not its own: of its line, or of what stands before it. */
function readBeside(element: Element): string {
  const own = element.textContent ?? ''
  for (let holder = element.parentElement, steps = 0; holder && steps < 3; holder = holder.parentElement, steps += 1) {
    const words = (holder.textContent ?? '').replace(own, ' ').slice(0, 200)
    if (/\p{L}{2}/u.test(words)) return words
  }
  return element.previousElementSibling?.textContent ?? ''
}

/** What a shop's own server says of an order, past every blocker: WooCommerce's webhook, with what the proxy reads of it. */
import { createHmac } from 'node:crypto'
import { toUnitPrice } from './cart.js'
import { toDecimalText, toHundredths } from './markets.js'
import type { Order } from './orders.js'

export interface WebhookTarget {
  /** The proxy's address now; undefined while it is away. */
  toUrl(): string | undefined
  secret: string
  /** Gets the order's number and the body before it goes, and answers a callback for what came back. */
  onSend(number: string, body: string): (status: number, answer: string) => void
}

/** Once, as WooCommerce does; never throws: a shop goes on selling. */
export async function sendWebhook({ toUrl, secret, onSend }: WebhookTarget, order: Order): Promise<void> {
  const body = JSON.stringify(toWooCommerceOrder(order))
  const onAnswer = onSend(order.number, body)
  const headers = {
    'content-type': 'application/json',
    'x-wc-webhook-topic': 'order.created',
    'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
  }
  try {
    const answer = await fetch(`${toUrl()}/ringup/webhooks/woocommerce`, { method: 'POST', headers, body })
    onAnswer(answer.status, await answer.text())
  } catch {
    console.warn('shop: the webhook of this order cannot be delivered')
  }
}

/** "Order properties" of WooCommerce's REST API, version 3. */
function toWooCommerceOrder({ number, at, email, total, tax, shipping, coupon, lines, market }: Order) {
  return {
    number,
    status: 'processing',
    date_created_gmt: new Date(at).toISOString().slice(0, 19),
    billing: { email },
    currency: market.currency,
    total: toDecimalText(total, market),
    total_tax: toDecimalText(tax, market),
    shipping_total: toDecimalText(shipping, market),
    shipping_lines: [{ method_title: 'Post' }],
    coupon_lines: coupon ? [{ code: coupon }] : [],
    line_items: lines.map((line) => ({
      name: line.product.name,
      sku: line.product.id,
      quantity: line.quantity,
      // The API multiplies cents: three times 1.005 dinar is 3 × 101.
      subtotal: ((toHundredths(toUnitPrice(line, market), market) * line.quantity) / 100).toFixed(2),
      subtotal_tax: '0.00',
    })),
  }
}

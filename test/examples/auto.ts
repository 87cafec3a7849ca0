/** Pages with more than one order: what the page sends of each. test/rules/normalise/choose.test.ts has the choice. */
import { type Example, email, example } from './example.js'

const dataLayer = [{ event: 'purchase', ecommerce: { transaction_id: 'LAYER', value: 1 } }]
const jsonLd = '<script type="application/ld+json">{"@type":"Order","orderNumber":"LD","discountCode":"L"}</script>'
const marked = '<b data-ringup="order_number">MARKED</b><b data-ringup="promo">M</b>'
const who = `<i data-ringup="email">${email}</i>`

const layerSent = { email, cart_data: { order_number: 'LAYER', cart_value: 100 } }

export const AUTO: Example[] = [
  example('an empty list of items is not an order, so JSON-LD counts', {
    page: { dataLayer: [{ event: 'purchase', ecommerce: { value: 1, items: [] } }], html: jsonLd + who },
    cart: { order_number: 'LD', promo: 'L' },
  }),
  ...[
    { adapter: 'data-layer', sent: layerSent },
    { adapter: 'json-ld', sent: { email, cart_data: { order_number: 'LD', promo: 'L' } } },
    { adapter: 'dom', sent: { email, cart_data: { order_number: 'MARKED', promo: 'M' } } },
  ].map(({ adapter, sent }) =>
    example(`the adapter ${adapter}, where a setting says so`, {
      page: { dataLayer, html: jsonLd + (adapter === 'dom' ? marked : '') + who, settings: { adapter } },
      sent,
    }),
  ),
  example('a template not filled in does not hide JSON-LD', {
    page: {
      dataLayer: [{ event: 'purchase', ecommerce: { transaction_id: 'undefined', value: 0 } }],
      html: jsonLd + who,
    },
    cart: { order_number: 'LD', promo: 'L' },
  }),
  example('the address of JSON-LD with the same number, not of another', {
    page: {
      dataLayer,
      html: `<script type="application/ld+json">[
        {"@type":"Order","orderNumber":"OLD","customer":{"email":"other@example.com"}},
        {"@type":"Order","orderNumber":"LAYER","customer":{"email":"${email}"}}]</script>`,
    },
    sent: layerSent,
  }),
  example('a marked e-mail before that of JSON-LD', {
    page: {
      dataLayer,
      html: `<script type="application/ld+json">{"@type":"Order","customer":{"email":"second@example.com"}}</script>
        <i data-ringup="email">${email}</i>`,
    },
    sent: layerSent,
  }),
]

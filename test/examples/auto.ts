/** Pages with more than one order on them: the first adapter that finds one is believed, and nothing is mixed. */
import { type Example, email } from './example.js'

const dataLayer = [{ event: 'purchase', ecommerce: { transaction_id: 'LAYER', value: 1 } }]
const jsonLd = '<script type="application/ld+json">{"@type":"Order","orderNumber":"LD","discountCode":"L"}</script>'
const marked = '<b data-ringup="order_number">MARKED</b><b data-ringup="promo">M</b>'
const who = `<i data-ringup="email">${email}</i>`

const layerSent = { email, cart_data: { order_number: 'LAYER', cart_value: 100 } }

export const AUTO: Example[] = [
  {
    name: 'the data layer before all others',
    page: { dataLayer, html: jsonLd + marked + who },
    sent: layerSent,
    problems: {},
  },
  {
    name: 'JSON-LD before marked elements',
    page: { html: marked + jsonLd + who },
    sent: { email, cart_data: { order_number: 'LD', promo: 'L' } },
    problems: {},
  },
  {
    name: 'marked elements when nothing else is an order',
    page: {
      dataLayer: [{ event: 'view_cart', ecommerce: { items: [{ item_id: 'OLD' }] } }],
      html: `<script type="application/ld+json">{"@type":"Product","sku":"OLD"}</script>${marked}${who}`,
    },
    sent: { email, cart_data: { order_number: 'MARKED', promo: 'M' } },
    problems: {},
  },
  ...[
    { adapter: 'data-layer', sent: layerSent },
    { adapter: 'json-ld', sent: { email, cart_data: { order_number: 'LD', promo: 'L' } } },
    { adapter: 'dom', sent: { email, cart_data: { order_number: 'MARKED', promo: 'M' } } },
  ].map(({ adapter, sent }) => ({
    name: `the adapter ${adapter}, where a setting says so`,
    page: { dataLayer, html: jsonLd + marked + who, settings: { adapter } },
    sent,
    problems: {},
  })),
  {
    name: 'the e-mail of JSON-LD before a marked one',
    page: {
      dataLayer,
      html: `<script type="application/ld+json">{"@type":"Order","customer":{"email":"${email}"}}</script>
        <i data-ringup="email">second@example.com</i>`,
    },
    sent: layerSent,
    problems: {},
  },
]

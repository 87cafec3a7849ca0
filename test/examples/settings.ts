/** Pages whose settings say where to look and how to read. */
import { type Example, email } from './example.js'

const order = { event: 'purchase', ecommerce: { transaction_id: 'A-1' }, shopper: { mail: email } }
const other = { user_data: { email: 'clerk@example.com' } }
const sent = { email, cart_data: { order_number: 'A-1' } }

export const SETTINGS: Example[] = [
  {
    name: 'the e-mail at a path of the data layer, and nowhere else',
    page: { dataLayer: [order, other], settings: { email: 'shopper.mail' } },
    sent,
    problems: {},
  },
  {
    name: 'the e-mail in an element, and nowhere else',
    page: { dataLayer: [order, other], html: `<p class="to">${email}</p>`, settings: { email: 'p.to' } },
    sent,
    problems: {},
  },
  {
    name: 'the e-mail in a field the shopper has filled in',
    page: { dataLayer: [order], html: `<input id="mail" value="${email}">`, settings: { email: '#mail' } },
    sent,
    problems: {},
  },
  ...[
    { decimal: ',', cart_value: 129900 },
    { decimal: '.', cart_value: 130 },
  ].map(({ decimal, cart_value }) => ({
    name: `"1.299" where the decimal sign is set to "${decimal}", whatever the language`,
    page: {
      lang: 'en',
      dataLayer: [{ event: 'purchase', ecommerce: { transaction_id: 'A-1', value: '1.299' }, user_data: { email } }],
      settings: { decimal },
    },
    sent: { email, cart_data: { order_number: 'A-1', cart_value } },
    problems: {},
  })),
]

/** The customer's own page: details, which go to the list when the box is checked, and the orders of this browser. */
import { html } from 'hono/html'
import { toPrice } from '../markets.js'
import type { Order } from '../orders.js'
import { findWords } from '../words.js'
import { type Html, layout, type Seen } from './layout.js'

export function accountPage(seen: Seen, orders: Order[], email: string | undefined, saved: boolean): Html {
  const words = findWords(seen.market)
  return layout(seen, {
    title: words.account,
    current: '/account',
    main: html`
<h1>${words.account}</h1>
<div class="pair">
  <section aria-labelledby="details">
    <h2 id="details">${words.yourDetails}</h2>
    ${saved ? html`<p role="status">${words.saved}</p>` : ''}
    <form method="post" action="/account" aria-labelledby="details" data-add-to-list="newsletter" data-add-to-list-if="#letter">
      ${toField('email', words.email, 'email', email, 'email')}
      ${toField('first_name', words.firstName, 'given-name')}
      ${toField('last_name', words.lastName, 'family-name')}
      ${toField('birthdate', words.birthday, 'bday', '', 'date')}
      ${toField('city', words.city, 'address-level2')}
      <p><label class="check"><input type="checkbox" id="letter" name="letter" value="yes"> ${words.wantsLetter}</label></p>
      <button>${words.save}</button>
    </form>
  </section>
  <section class="panel" aria-labelledby="orders">
    <h2 id="orders">${words.yourOrders}</h2>
    ${orders.length > 0 ? html`<dl class="sums">${orders.map(toRow)}</dl>` : html`<p class="soft">${words.noOrders}</p>`}
  </section>
</div>`,
  })
}

const toField = (name: string, label: string, autocomplete: string, value = '', type = 'text') => html`
<div class="field">
  <label for="account-${name}">${label}</label>
  <input id="account-${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" maxlength="254"${type === 'email' ? html` required` : ''}>
</div>`

const toRow = ({ number, total, market }: Order) => html`
<div><dt><a href="/thank-you?order=${number}">${number}</a></dt><dd>${toPrice(total, market)}</dd></div>`

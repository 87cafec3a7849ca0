/** A sample for each source, of the pages that the tests run. */
import { DOM } from '../../test/examples/dom.js'
import type { Example } from '../../test/examples/example.js'
import { GA4 } from '../../test/examples/ga4.js'
import { JSON_LD } from '../../test/examples/json-ld.js'
import { PASSED } from '../../test/examples/passed.js'
import { UNIVERSAL_ANALYTICS } from '../../test/examples/universal-analytics.js'
import type { Source } from './choices.js'

const find = (examples: Example[], name: string): Example['page'] =>
  examples.find((example) => example.name === name)?.page ?? {}

const toJson = (value: unknown) => JSON.stringify(value, null, 2)

const toHtml = ({ lang = 'en', html = '' }: Example['page']) =>
  `<!doctype html>\n<html lang="${lang}">\n<body>\n${html.replace(/^\n+/, '').replace(/^ {8}/gm, '')}\n</body>\n</html>`

const toPretty = (html: string) =>
  html.replace(
    /(<script[^>]*>)(\{.*?\})(<\/script>)/gs,
    (_all, start, json, end) => `${start}\n${toJson(JSON.parse(json))}\n${end}`,
  )

const toLayer = (page: Example['page']) =>
  `<script>\nwindow.dataLayer = window.dataLayer || []\n${(page.dataLayer ?? []).map((entry) => `dataLayer.push(${toJson(entry)})`).join('\n')}\n</script>`

/** A page that nobody has marked. */
const UNMARKED = `<!doctype html>
<html lang="en">
<body>
<h1>Thank you for your order</h1>
<p>Order <strong id="order-no">W-1</strong> · confirmation sent to <span class="mail">ada@example.com</span></p>
<table class="basket">
  <tr class="line" data-sku="MUG-1"><td class="name">Blue mug</td><td class="qty">2</td><td class="price">€12.99</td></tr>
  <tr class="line" data-sku="TEA-7"><td class="name">Green tea</td><td class="qty">1</td><td class="price">€11.00</td></tr>
</table>
<p class="total">Total <b class="sum">€41.97</b></p>
</body>
</html>`

export const SAMPLES: Record<Source, string> = {
  ga4: toLayer(find(GA4, 'GA4 as tag managers push it')),
  'universal-analytics': toLayer(find(UNIVERSAL_ANALYTICS, 'Universal Analytics, with an event of its own')),
  'json-ld': toPretty(toHtml(find(JSON_LD, 'JSON-LD as mail programs take it: one accepted offer, a price as text'))),
  attributes: toHtml(find(DOM, 'a page marked by attributes')),
  selectors: UNMARKED,
  call: toJson(find(PASSED, 'every field of a cart, as given').passed),
}

/** What fits the unmarked page, by name in the form. */
export const SAMPLE_SELECTORS: Record<string, string> = {
  email: '.mail',
  'cart.order_number': '#order-no',
  'cart.cart_value': '.sum',
  each: 'tr.line',
  'item.product_id': '@data-sku',
  'item.name': '.name',
  'item.item_qty': '.qty',
  'item.price': '.price',
}

export const SIGN_UP_SAMPLE = `<form action="/newsletter" method="post">
  <input type="email" name="EMAIL" autocomplete="email" required>
  <input name="FNAME" autocomplete="given-name">
  <select name="favourite_tea"><option>Black</option><option>Green</option></select>
  <input type="password" name="password">
  <button>Sign up</button>
</form>`

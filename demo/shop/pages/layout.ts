/** The parts that all pages of the shop share: head, header, script tag, and footer with the newsletter form. */
import { html, raw } from 'hono/html'
import { KEEPER } from '../../../src/recipes/stub.js'
import { FREE_FROM } from '../cart.js'
import { toPrice } from '../prices.js'
import type { PageSource } from '../sources/index.js'
import { STYLE_PATH } from '../style.js'

export type Html = ReturnType<typeof html>

/** The facts that each page shows. */
export interface Seen {
  source: PageSource
  cartCount: number
  operatorUrl: string
}

export interface Page {
  title: string
  main: Html
  /** The link of the header that leads to this page. */
  current?: '/' | '/cart'
  /** Elements for the head, before Ringup's script tag. */
  head?: Html
  /** Ringup's tag, if it is not the usual one. */
  tag?: Html
  /** The number of the order that this page reports. */
  order?: string
}

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path d='M5 9h18v11a6 6 0 0 1-6 6h-6a6 6 0 0 1-6-6z' fill='%23c98f6b'/><path d='M23 12c7-1 7 9 0 9' fill='none' stroke='%234a4138' stroke-width='2.5'/></svg>"

const TAG = html`<script async src="/ringup/ringup.js" data-convert-on="purchase" data-debug="ask"></script>`

/** Writes the tag of the thank-you page. */
export const toTag = ({ tag }: PageSource): Html =>
  tag ? html`<script async src="/ringup/ringup.js"${tag} data-debug="ask"></script>` : TAG

export function layout(seen: Seen, { title, main, current, head, tag = TAG, order }: Page): Html {
  const toLink = (href: string, text: string) =>
    html`<li><a href="${href}"${raw(current === href ? ' aria-current="page"' : '')}>${text}</a></li>`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Kettle &amp; Clay</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${STYLE_PATH}">
${head}
${order ? html`<script>${raw(KEEPER)}</script>` : ''}
${tag}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${demoBar(seen, order)}
<header class="masthead">
  <div class="wrap">
    <a class="brand" href="/">Kettle &amp; Clay</a>
    <nav aria-label="Shop">
      <ul>
        ${toLink('/', 'Shop')}
        ${toLink('/cart', `Cart (${seen.cartCount})`)}
      </ul>
    </nav>
  </div>
</header>
<main id="main" class="wrap">${main}</main>
<footer>
  <div class="wrap">
    <h2 id="newsletter">A letter once a month</h2>
    ${NEWSLETTER}
    <p class="small">Shipping is free from ${toPrice(FREE_FROM)}</p>
  </div>
</footer>
</body>
</html>`
}

/** The links leave the inspector's frame. Only the debug panel opens on the page itself. */
const demoBar = ({ source, operatorUrl }: Seen, order?: string) => html`
<aside class="notice" aria-label="Demo">
  <div class="wrap">
    <p>This is a demo. It does not sell anything. Orders are in <strong>${source.name}</strong>. <a href="/choices">Change</a></p>
    <p class="tools"><a href="?${order ? `order=${order}&` : ''}ringup-debug">Debug panel</a>
      ${order ? html`<a href="/inspector#order=${order}" target="_top">This order in the inspector</a>` : html`<a href="/inspector" target="_top">Inspector</a>`}
      <a href="${operatorUrl}/" target="_top">Operator’s page</a> <a href="/setup" target="_top">Set-up</a></p>
  </div>
</aside>`

const NEWSLETTER = html`
<form class="newsletter" method="post" action="/newsletter" data-add-to-list="newsletter" aria-labelledby="newsletter">
  <div class="field">
    <label for="newsletter-email">E-mail</label>
    <input id="newsletter-email" name="email" type="email" autocomplete="email" required maxlength="254" placeholder="you@example.com">
  </div>
  <div class="field">
    <label for="newsletter-first-name">First name</label>
    <input id="newsletter-first-name" name="first_name" autocomplete="given-name" maxlength="100">
  </div>
  <div class="field">
    <label for="newsletter-tea">Favourite tea</label>
    <select id="newsletter-tea" name="favourite_tea"><option>Black</option><option>Green</option><option>Oolong</option><option>Herbal</option></select>
  </div>
  <button>Sign up</button>
</form>`

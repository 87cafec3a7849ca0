/** What every page of the shop has: head, header, footer with the newsletter form, and the script tag. */
import { html, raw } from 'hono/html'
import { KEEPER } from '../../../src/recipes/stub.js'
import type { Choice } from '../choices.js'
import { toPrice } from '../markets.js'
import type { PageSource } from '../sources/index.js'
import { STYLE_PATH } from '../style.js'
import { findWords, type Words } from '../words.js'

export type Html = ReturnType<typeof html>

/** What a page is made for. */
export interface Seen extends Choice {
  cartCount: number
  /** The page tells the inspector what it knows. */
  pageProbe: boolean
  operatorUrl: string
  /** The shop's origin, as this visitor has it. */
  origin: string
}

export interface Page {
  title: string
  main: Html
  /** The header's link that leads here. */
  current?: '/' | '/cart' | '/account' | '/choices'
  /** Goes into the head, before Ringup's script tag. */
  head?: Html
  /** Ringup's tag, where it is not the usual one. */
  tag?: Html
  /** The order that this page reports, for the inspector to show. */
  order?: string
  /** This page is the demo's own, and in English. */
  inEnglish?: true
}

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path d='M5 9h18v11a6 6 0 0 1-6 6h-6a6 6 0 0 1-6-6z' fill='%23c98f6b'/><path d='M23 12c7-1 7 9 0 9' fill='none' stroke='%234a4138' stroke-width='2.5'/></svg>"

const TAG = html`<script async src="/ringup/ringup.js" data-convert-on="purchase" data-debug="ask"></script>`

/** Writes the tag of the thank-you page; nothing where that has none. */
export const toTag = ({ tag, withoutTag }: PageSource): Html =>
  withoutTag ? html`` : tag ? html`<script async src="/ringup/ringup.js"${tag} data-debug="ask"></script>` : TAG

export function layout(seen: Seen, { title, main, current, head, tag = TAG, order, inEnglish }: Page): Html {
  const { source, market, cartCount, pageProbe, origin } = seen
  const words = findWords(market)
  const toLink = (href: string, text: string) =>
    html`<li><a href="${href}"${raw(current === href ? ' aria-current="page"' : '')}>${text}</a></li>`
  return html`<!doctype html>
<html lang="${market.lang}"${raw(market.words === 'ar' ? ' dir="rtl"' : '')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Kettle &amp; Clay</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${STYLE_PATH}">
${source.byWebhook ? toBlocker(origin) : ''}
${pageProbe ? html`<script src="/inspector/page-probe.js"></script>` : ''}
${source.everywhere}
${head}
${order && !source.withoutTag ? html`<script>${raw(KEEPER)}</script>` : ''}
${tag}
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
${demoBar(seen, order)}
<header class="masthead">
  <div class="wrap">
    <a class="brand" href="/" lang="en">Kettle &amp; Clay</a>
    <nav aria-label="${words.shop}">
      <ul>
        ${toLink('/', words.shop)}
        ${toLink('/account', words.account)}
        ${toLink('/cart', `${words.cart} (${cartCount})`)}
      </ul>
    </nav>
  </div>
</header>
<main id="main" class="wrap"${inEnglish ? IN_ENGLISH : ''}>${main}</main>
<footer>
  <div class="wrap">
    <h2 id="newsletter">${words.letter}</h2>
    ${newsletterForm(words)}
    <p class="small">${words.freeFrom} ${toPrice(market.freeFrom, market)}</p>
  </div>
</footer>
</body>
</html>`
}

/** Stands for a blocker in the browser: of the shop's scripts and requests it lets the inspector's through, and no other. */
const toBlocker = (origin: string) =>
  html`<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline' ${origin}/inspector/; connect-src ${origin}/inspector/">`

/** Attributes of what is English on pages of any language. */
export const IN_ENGLISH = raw(' lang="en" dir="ltr"')

/** Leads out of any frame, for the inspector shows the shop in one; only the panel opens on the page itself. */
const demoBar = ({ source, market, operatorUrl }: Seen, order?: string) => html`
<aside class="notice" aria-label="Demo"${IN_ENGLISH}>
  <div class="wrap">
    <p>A demo: nothing is sold. It reports orders by <strong>${source.name}</strong>, in ${market.currency}. <a href="/choices">Change</a></p>
    <p class="tools">${source.withoutTag ? '' : html`<a href="?${order ? `order=${order}&` : ''}ringup-debug">Debug panel</a>`}
      ${order ? html`<a href="/inspector#order=${order}" target="_top">This order in the inspector</a>` : html`<a href="/inspector" target="_top">Inspector</a>`}
      <a href="${operatorUrl}/" target="_top">Operator’s page</a> <a href="/setup" target="_top">Set-up</a></p>
  </div>
</aside>`

const newsletterForm = (words: Words) => html`
<form class="newsletter" method="post" action="/newsletter" data-add-to-list="newsletter" aria-labelledby="newsletter">
  <div class="field">
    <label for="newsletter-email">${words.email}</label>
    <input id="newsletter-email" name="email" type="email" autocomplete="email" required maxlength="254" placeholder="you@example.com">
  </div>
  <div class="field">
    <label for="newsletter-first-name">${words.firstName}</label>
    <input id="newsletter-first-name" name="first_name" autocomplete="given-name" maxlength="100">
  </div>
  <div class="field">
    <label for="newsletter-tea">${words.favouriteTea}</label>
    <select id="newsletter-tea" name="favourite_tea">${words.teas.map((tea) => html`<option>${tea}</option>`)}</select>
  </div>
  <button>${words.signUp}</button>
</form>`

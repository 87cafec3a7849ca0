/** What every page of the shop has: head, header, footer with the newsletter form, and the script tag. */
import { html, raw } from 'hono/html'
import { STYLE_PATH } from '../style.js'

export type Html = ReturnType<typeof html>

export interface Page {
  title: string
  main: Html
  cartCount: number
  /** The header's link that leads here. */
  current?: '/' | '/cart'
  /** Goes into the head, before Ringup's script tag. */
  head?: Html
}

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path d='M5 9h18v11a6 6 0 0 1-6 6h-6a6 6 0 0 1-6-6z' fill='%23c98f6b'/><path d='M23 12c7-1 7 9 0 9' fill='none' stroke='%234a4138' stroke-width='2.5'/></svg>"

export function layout({ title, main, cartCount, current, head }: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Kettle &amp; Clay</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${STYLE_PATH}">
${head}
<script async src="/ringup/ringup.js" data-convert-on="purchase"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<div class="notice"><p class="wrap">A demo: nothing is sold. <a href="/inspector">Inspector</a> shows what each order sends.</p></div>
<header class="masthead">
  <div class="wrap">
    <a class="brand" href="/">Kettle &amp; Clay</a>
    <nav aria-label="Shop">
      <ul>
        <li><a href="/"${toCurrent(current === '/')}>Shop</a></li>
        <li><a href="/cart"${toCurrent(current === '/cart')}>Cart (${cartCount})</a></li>
        <li><a href="/inspector">Inspector</a></li>
      </ul>
    </nav>
  </div>
</header>
<main id="main" class="wrap">${main}</main>
<footer>
  <div class="wrap">
    <h2 id="newsletter">A letter once a month</h2>
    ${newsletterForm()}
    <p class="small">Prices include VAT. Shipping is free from €60.</p>
  </div>
</footer>
</body>
</html>`
}

const toCurrent = (here: boolean) => raw(here ? ' aria-current="page"' : '')

const newsletterForm = () => html`
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
    <select id="newsletter-tea" name="favourite_tea">
      <option>Black</option>
      <option>Green</option>
      <option>Oolong</option>
      <option>Herbal</option>
    </select>
  </div>
  <button>Sign up</button>
</form>`

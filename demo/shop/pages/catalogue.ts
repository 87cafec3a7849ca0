/** The shelf and one product. */
import { html } from 'hono/html'
import { type Market, toPrice } from '../markets.js'
import { toPicture } from '../pictures.js'
import { type Product, products } from '../products.js'
import { findWords } from '../words.js'
import { type Html, IN_ENGLISH, layout, type Seen } from './layout.js'

export function homePage(seen: Seen): Html {
  const words = findWords(seen.market)
  return layout(seen, {
    title: words.title,
    current: '/',
    main: html`
<h1>${words.welcome}</h1>
<p class="lead">${words.lead}</p>
<ul class="shelf">${products.map((product) => toCard(product, seen.market))}</ul>`,
  })
}

const toCard = (product: Product, market: Market) => html`
<li>
  ${toPicture(product.picture)}
  <div class="text">
    <h2 lang="en"><a href="/products/${product.id}">${product.name}</a></h2>
    <span class="price">${toPrice(product.prices[market.currency], market)}</span>
    <p${IN_ENGLISH}>${product.summary}</p>
  </div>
</li>`

export function productPage(seen: Seen, product: Product): Html {
  const words = findWords(seen.market)
  return layout(seen, {
    title: product.name,
    main: html`
<article class="product">
  ${toPicture(product.picture)}
  <div>
    <p class="soft" lang="en">${product.category}</p>
    <h1 lang="en">${product.name}</h1>
    <p class="price">${toPrice(product.prices[seen.market.currency], seen.market)}</p>
    <p${IN_ENGLISH}>${product.description}</p>
    <form method="post" action="/cart">
      <input type="hidden" name="product" value="${product.id}">
      <div class="row">
        <div class="field" lang="en">
          <label for="variant">${product.variantLabel}</label>
          <select id="variant" name="variant">${product.variants.map((variant) => html`<option>${variant}</option>`)}</select>
        </div>
        <div class="field">
          <label for="quantity">${words.quantity}</label>
          <input id="quantity" name="quantity" type="number" inputmode="numeric" min="1" max="99" value="1" required>
        </div>
        <button>${words.addToCart}</button>
      </div>
    </form>
  </div>
</article>`,
  })
}

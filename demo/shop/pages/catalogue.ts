/** The shelf and one product. */
import { html } from 'hono/html'
import { toPrice } from '../money.js'
import { toPicture } from '../pictures.js'
import { type Product, products } from '../products.js'
import { type Html, layout } from './layout.js'

export const homePage = (cartCount: number): Html =>
  layout({
    title: 'Tea and pottery',
    cartCount,
    current: '/',
    main: html`
<h1>Good tea, and something to drink it from</h1>
<p class="lead">Small harvests, small kilns, and everything packed by hand.</p>
<ul class="shelf">${products.map(toCard)}</ul>`,
  })

const toCard = (product: Product) => html`
<li>
  ${toPicture(product.picture)}
  <div class="text">
    <h2><a href="/products/${product.id}">${product.name}</a></h2>
    <span class="price">${toPrice(product.priceCents)}</span>
    <p>${product.summary}</p>
  </div>
</li>`

export const productPage = (product: Product, cartCount: number): Html =>
  layout({
    title: product.name,
    cartCount,
    main: html`
<article class="product">
  ${toPicture(product.picture)}
  <div>
    <p class="soft">${product.category}</p>
    <h1>${product.name}</h1>
    <p class="price">${toPrice(product.priceCents)}</p>
    <p>${product.description}</p>
    <form method="post" action="/cart">
      <input type="hidden" name="product" value="${product.id}">
      <div class="row">
        <div class="field">
          <label for="variant">${product.variantLabel}</label>
          <select id="variant" name="variant">${product.variants.map((variant) => html`<option>${variant}</option>`)}</select>
        </div>
        <div class="field">
          <label for="quantity">Quantity</label>
          <input id="quantity" name="quantity" type="number" inputmode="numeric" min="1" max="99" value="1" required>
        </div>
        <button>Add to cart</button>
      </div>
    </form>
  </div>
</article>`,
  })

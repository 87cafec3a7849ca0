/** The page of all products, and the page of one. */
import { html } from 'hono/html'
import { toPicture } from '../pictures.js'
import { toPrice } from '../prices.js'
import { type Product, products } from '../products.js'
import { type Html, layout, type Seen } from './layout.js'

export const homePage = (seen: Seen): Html =>
  layout(seen, {
    title: 'Tea and pottery',
    current: '/',
    main: html`
<h1>Good tea, and something to drink it from</h1>
<p class="lead">Small harvests, small kilns, and everything packed by hand.</p>
<ul class="shelf">${products.map(toCard)}</ul>`,
  })

const toCard = ({ id, name, price, summary, picture }: Product) => html`
<li>
  ${toPicture(picture)}
  <div class="text">
    <h2><a href="/products/${id}">${name}</a></h2>
    <span class="price">${toPrice(price)}</span>
    <p>${summary}</p>
  </div>
</li>`

export const productPage = (seen: Seen, product: Product): Html =>
  layout(seen, {
    title: product.name,
    main: html`
<article class="product">
  ${toPicture(product.picture)}
  <div>
    <p class="soft">${product.category}</p>
    <h1>${product.name}</h1>
    <p class="price">${toPrice(product.price)}</p>
    <p>${product.summary}</p>
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

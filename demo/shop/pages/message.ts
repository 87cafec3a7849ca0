/** Pages that say one thing. */
import { html } from 'hono/html'
import { type Html, layout } from './layout.js'

export const welcomePage = (cartCount: number): Html =>
  layout({
    title: 'You are on the list',
    cartCount,
    main: html`
<h1>You are on the list</h1>
<p class="lead">The next letter comes at the start of the month.</p>
<p><a class="button" href="/">Back to the shop</a></p>`,
  })

export const signUpRefusedPage = (cartCount: number): Html =>
  layout({
    title: 'That is no e-mail address',
    cartCount,
    main: html`
<h1>That is no e-mail address</h1>
<p>Please try again below.</p>`,
  })

export const notFoundPage = (cartCount: number): Html =>
  layout({
    title: 'Not found',
    cartCount,
    main: html`
<h1>Nothing on this shelf</h1>
<p class="lead">There is no such page, or it is not yours to see.</p>
<p><a class="button" href="/">Back to the shop</a></p>`,
  })

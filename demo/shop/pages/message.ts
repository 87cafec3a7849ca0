/** Pages with one message. */
import { html } from 'hono/html'
import { type Html, layout, type Seen } from './layout.js'

const BACK = html`<p><a class="button" href="/">Back to the shop</a></p>`

export const welcomePage = (seen: Seen): Html =>
  messagePage(seen, 'You are on the list', 'The next letter comes at the start of the month.', BACK)

export const signUpRefusedPage = (seen: Seen): Html =>
  messagePage(seen, 'This is not an e-mail address', 'Please try again below.')

export const notFoundPage = (seen: Seen): Html =>
  messagePage(seen, 'Page not found', 'This page does not exist, or it belongs to another customer.', BACK)

const messagePage = (seen: Seen, title: string, lead: string, back?: Html): Html =>
  layout(seen, { title, main: html`<h1>${title}</h1><p class="lead">${lead}</p>${back}` })

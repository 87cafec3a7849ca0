/** Pages that say one thing. */
import { html } from 'hono/html'
import { findWords } from '../words.js'
import { type Html, layout, type Seen } from './layout.js'

export function welcomePage(seen: Seen): Html {
  const words = findWords(seen.market)
  return messagePage(seen, words.signedUp, words.signedUpLead, words.backToShop)
}

export function signUpRefusedPage(seen: Seen): Html {
  const words = findWords(seen.market)
  return messagePage(seen, words.noEmail, words.noEmailLead)
}

export function notFoundPage(seen: Seen): Html {
  const words = findWords(seen.market)
  return messagePage(seen, words.notFound, words.notFoundLead, words.backToShop)
}

const messagePage = (seen: Seen, title: string, lead: string, back?: string): Html =>
  layout(seen, {
    title,
    main: html`
<h1>${title}</h1>
<p class="lead">${lead}</p>
${back ? html`<p><a class="button" href="/">${back}</a></p>` : ''}`,
  })

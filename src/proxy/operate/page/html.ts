/** What all of the operator's pages have: head, navigation, cards, times, and buttons that change something. */
import { html } from 'hono/html'
import { ID, toTime as toText } from '../words.js'

export type Html = ReturnType<typeof html>
export type Part = Html | string

export interface View {
  isSignedIn: boolean
  /** Nobody can sign in: no token is set. */
  isReadOnly: boolean
  /** The set-up page is served beside this one. */
  hasSetup: boolean
  nowMs: number
}

/** What every handler knows of who asks. */
export type PageEnv = { Variables: { view: View } }

export const toDocument = (title: string, view: View, main: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Ringup</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/operator.css">
<script type="module" src="/operator.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
  <p class="brand"><a href="/">Ringup <span class="soft">operator</span></a></p>
  <nav aria-label="Operator">
    <a href="/events">Events</a>
    ${view.hasSetup ? html`<a href="/setup">Set-up</a>` : ''}
    ${toSession(view)}
  </nav>
</header>
<main id="main" class="stack">
${main}
</main>
</body>
</html>`

function toSession({ isSignedIn, isReadOnly }: View) {
  if (isReadOnly) return html`<span class="soft">read-only</span>`
  if (!isSignedIn) return html`<a href="/sign-in">Sign in</a>`
  return html`<form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`
}

/** @param id so that its part of the page is found. @param isLive it is replaced when it has changed, unless somebody is in it */
export const toCard = (id: string, title: Part, content: Part | Part[], isLive = false) => html`
<section class="card" aria-labelledby="${id}-title" id="${id}"${isLive ? html` data-live` : ''}><h2 id="${id}-title">${title}</h2>
${content}</section>`

export const toList = (rows: Html[], none: string, look: 'stack reasons' | 'stack' = 'stack reasons') =>
  rows.length === 0
    ? html`<p class="soft">${none}</p>`
    : html`<ul class="${look}">${rows.map((row) => html`<li>${row}</li>`)}</ul>`

/** A time in UTC, as commands and log write it; the text round it says UTC. */
export const toTime = (ms: number) =>
  html`<time datetime="${new Date(ms).toISOString()}">${toText(ms).replace(' UTC', '')}</time>`

/** The sentence with ids of events as links. */
export const withLinks = (sentence: string): Part[] =>
  sentence.split(new RegExp(`(${ID})`)).map((part, index) => (index % 2 === 0 ? part : toLink(part)))

export const toLink = (id: string, text: Part = '') =>
  html`<a href="/events/${id}">${text}<code>${id.slice(0, 8)}</code></a>`

/** A form of one button. */
export const toButton = (action: string, name: string) =>
  html`<form method="post" action="${action}"><button>${name}</button></form>`

/** What cannot be taken back is pressed twice. */
export const toDangerousButton = (action: string, name: string, sure: string) => html`
<details class="row"><summary class="button">${name}</summary><form method="post" action="${action}"><button data-tone="bad">${sure}</button></form></details>`

/** Parts of all the operator's pages: head, search, navigation, badges, times and buttons. */
import { html } from 'hono/html'
import type { Client } from '../../accept/context.js'
import type { Entry } from '../../queue/index.js'
import { toTime as toText } from '../words.js'

export type Html = ReturnType<typeof html>
export type Part = Html | string

export interface View {
  isSignedIn: boolean
  /** No token is set, so every view is open, and signing in is not possible. */
  isReadOnly: boolean
  /** The set-up page is served too. */
  hasSetup: boolean
  nowMs: number
}

/** Each handler knows its visitor, and on Node the address of the connection. */
export type PageEnv = { Variables: { view: View }; Bindings: Client }

/** @param what the text in the search */
export const toDocument = (title: string, view: View, main: Html, what = '') => html`<!doctype html>
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
  ${view.isSignedIn || view.isReadOnly ? toSearch(what) : ''}
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

/** By POST, because an address would keep a customer's e-mail or number in histories and logs. */
const toSearch = (what: string) => html`<form method="post" action="/find" role="search" autocomplete="off">
    <input name="what" type="search" required maxlength="500" value="${what}" aria-label="Order number, e-mail or event id" placeholder="Order, e-mail or event">
    <button>Find</button></form>`

function toSession({ isSignedIn, isReadOnly }: View) {
  if (isReadOnly) return html`<span class="soft">read-only</span>`
  if (!isSignedIn) return html`<a href="/sign-in">Sign in</a>`
  return html`<form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`
}

/** @param done the sentence that confirms an act */
export const toDoneMark = (done?: string) =>
  done ? html`<p class="notice" data-tone="good" role="status">${done}</p>` : ''

const TONES: Partial<Record<Entry['state'], string>> = {
  delivered: 'good',
  dead: 'bad',
  waiting: 'warn',
  refused: 'warn',
}
export const toBadge = (state: Entry['state']) =>
  html`<span class="badge" data-tone="${TONES[state] ?? 'none'}">${state === 'dead' ? 'dead letter' : state}</span>`

/** A time in UTC, as in commands and log. The surrounding text says UTC. */
export const toTime = (ms: number) =>
  html`<time datetime="${new Date(ms).toISOString()}">${toText(ms).replace(' UTC', '')}</time>`

/** A form of one button. */
export const toButton = (action: string, name: string) =>
  html`<form method="post" action="${action}"><button>${name}</button></form>`

/** A button for an act that cannot be undone. It takes two presses. */
export const toDangerousButton = (action: string, name: string, sure: string) => html`
<details class="row"><summary class="button">${name}</summary><form method="post" action="${action}"><button data-tone="bad">${sure}</button></form></details>`

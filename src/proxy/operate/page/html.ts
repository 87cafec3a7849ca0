/** What all of the operator's pages have: head, navigation, times, and buttons that change something. */
import { html } from 'hono/html'

export type Html = ReturnType<typeof html>

export interface View {
  isSignedIn: boolean
  /** Nobody can sign in: no token is set. */
  isReadOnly: boolean
  /** The set-up page is served beside this one. */
  hasSetup: boolean
  nowMs: number
}

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
<header>
  <p class="brand"><a href="/">Ringup <span>operator</span></a></p>
  <nav aria-label="Operator">
    <a href="/events">Events</a>
    ${view.hasSetup ? html`<a href="/setup">Set-up</a>` : ''}
    ${toSession(view)}
  </nav>
</header>
<main id="main">
${main}
</main>
</body>
</html>`

function toSession({ isSignedIn, isReadOnly }: View) {
  if (isReadOnly) return html`<span class="soft">read-only</span>`
  if (!isSignedIn) return html`<a href="/sign-in">Sign in</a>`
  return html`<form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`
}

/** As commands and log write it: in UTC, with 24 hours. */
export const toTime = (ms: number) => {
  const iso = new Date(ms).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`
}

/** As `toTime`, within a sentence that is text: marked, so that `withTimes` finds it. */
export const toTimeMark = (ms: number) => `\u0001${ms}\u0001`

/** Of an event. */
const ID = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/

/** The sentence with its times, and with ids of events as links. */
export const withTimes = (sentence: string): Html[] =>
  sentence
    .split('\u0001')
    .map((part, index) => (index % 2 === 0 ? html`${part.split(ID).map(toLinked)}` : html`${toTime(Number(part))} UTC`))

const toLinked = (part: string, index: number) =>
  index % 2 === 0 ? part : html`<a href="/events/${part}"><code>${part.slice(0, 8)}</code></a>`

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** "3 hours", in the largest unit that fits. */
export function toAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [1, 'second']
  return toCount(Math.floor(seconds / size), unit)
}

export const toNumber = (value: number) => value.toLocaleString('en')

/** "1 event", "2,000 events" */
export const toCount = (count: number, noun: string) => `${toNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** A form of one button. */
export const toButton = (action: string, name: string) =>
  html`<form method="post" action="${action}"><button>${name}</button></form>`

/** What cannot be taken back is pressed twice. */
export const toDangerousButton = (action: string, name: string, sure: string) => html`
<details class="sure"><summary>${name}</summary><form method="post" action="${action}"><button class="bad">${sure}</button></form></details>`

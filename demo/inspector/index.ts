/** The inspector's server side: one page, its script, and a stream of journeys. */
import { readFile } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Journal, Journey } from './journal.js'
import { style } from './style.js'

const HEARTBEAT_MS = 15_000

/** @param scriptFile page.ts, bundled for browsers */
export function createInspector(journal: Journal, scriptFile: string): Hono {
  const app = new Hono()
  app.get('/', (c) => c.html(page()))
  app.get('/inspector.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get('/inspector.js', async (c) =>
    c.body(await readFile(scriptFile, 'utf8'), 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  )
  app.get('/events', (c) => streamJourneys(c, journal))
  return app
}

/** `snapshot` with all that is known, then one `journey` for each change. */
const streamJourneys = (c: Context, journal: Journal) =>
  streamSSE(c, async (stream) => {
    const send = (event: string, data: Journey | Journey[] | null) =>
      stream.writeSSE({ event, data: JSON.stringify(data) })
    // Subscribed before anything is awaited: a change in between is sent after the snapshot, never lost.
    const unsubscribe = journal.subscribe((journey) => void send('journey', journey))
    // Proxies and browsers give up on a stream that says nothing.
    const heartbeat = setInterval(() => void send('heartbeat', null), HEARTBEAT_MS)
    void send('snapshot', journal.journeys())
    await untilGone(stream)
    clearInterval(heartbeat)
    unsubscribe()
  })

const untilGone = (stream: SSEStreamingApi) => new Promise<void>((resolve) => stream.onAbort(resolve))

const page = () => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inspector · Ringup demo</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/inspector/inspector.css">
<script type="module" src="/inspector/inspector.js"></script>
</head>
<body>
<header>
  <h1>Inspector</h1>
  <nav aria-label="Demo"><a href="/">Shop</a> <a href="/cart">Cart</a> <a href="/setup">Set-up</a></nav>
  <p>The way of each order and each sign-up: what the page sent, what the proxy answered, what the API has now. Newest first.</p>
</header>
<main>
  <p id="lost" role="alert" hidden>The stream from the demo is interrupted, so what you see may be old. Trying again…</p>
  <p id="news" role="status">Connecting…</p>
  <section id="empty" hidden>
    <h2>Nothing has been sent yet</h2>
    <p><a href="/">Put something into the cart</a> in another tab or window, and place the order. Or sign up for the letter
    at the foot of any page of the shop. It appears here by itself.</p>
  </section>
  <ol id="journeys" aria-label="Events, newest first"></ol>
  <noscript><p>The inspector needs JavaScript; the shop does not.</p></noscript>
</main>
</body>
</html>`

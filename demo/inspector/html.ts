/** The inspector's page as the server sends it, without any event. */
import { html, raw } from 'hono/html'
import { FAULTS, type Fault } from '../fault-words.js'

/** Addresses on other ports. */
export interface Links {
  api: string
  /** The operator's page has its address once the proxy is started. */
  toOperator(): string
}

export const inspectorPage = ({ api, toOperator }: Links) => html`<!doctype html>
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
<a class="skip" href="#main">Skip to content</a>
<header class="top">
  <h1>Ringup <span class="soft">inspector</span></h1>
  <nav aria-label="Demo">
    <a href="/">Shop</a> <a href="/choices">Formats</a> <a href="/setup">Set-up</a>
    <a href="${toOperator()}">Operator</a> <a href="${api}">API</a>
  </nav>
</header>
<main id="main" class="stack">
  <p id="lost" class="notice" data-tone="bad" role="alert" hidden>The demo does not answer, so this page may be old. Trying again…</p>
  <p id="announcement" class="unseen" role="status"></p>
  <noscript><p>The inspector needs JavaScript. The shop does not.</p></noscript>

  <section class="card reconciliation" aria-labelledby="reconciliation-title">
    <h2 id="reconciliation-title" class="unseen">Orders in the shop and at the API</h2>
    <dl id="figures" class="row figures"></dl>
    <p id="statement" class="soft">Connecting…</p>
  </section>

  <section class="card" aria-labelledby="path-title">
    <div class="heading">
      <h2 id="path-title">How an event travels</h2>
      <form method="post" action="/orders/example" target="shop"><button class="main">Place an order</button></form>
    </div>
    <div id="picture"></div>
  </section>

  <form id="faults" class="card" aria-label="Faults">
    ${toSwitch('line', 'The shopper’s connection', ['fine', 'cut'])}
    ${toSwitch('proxy', 'The proxy', ['fine', 'away'])}
    ${toSwitch('api', 'The API', ['fine', 'slow', '503', '401', 'away', 'half'])}
  </form>

  <div class="columns">
    <section class="card events" aria-labelledby="events-title">
      <h2 id="events-title">Events</h2>
      <p id="empty" class="soft" hidden>No events yet. Press <em>Place an order</em>, or buy something in the shop, here or in
      <a href="/" target="_blank">another tab</a>.</p>
      <ol id="events" reversed aria-label="Events, newest first"></ol>
    </section>
    <section class="card detail" aria-labelledby="detail-title" id="detail" tabindex="-1" hidden>
      <div class="heading"><h2 id="detail-title"></h2><p id="detail-progress"></p></div>
      <p id="detail-why" class="soft"></p>
      <p><button id="try" class="main" hidden>Try now</button> <span id="tried" class="soft" role="status"></span></p>
      <ol id="steps"></ol>
    </section>
    <section class="card shop" aria-labelledby="shop-title">
      <h2 id="shop-title">The shop</h2>
      <iframe name="shop" src="/" title="The demo shop"></iframe>
    </section>
  </div>
</main>
</body>
</html>`

const toSwitch = <Name extends keyof Fault>(name: Name, legend: string, values: Fault[Name][]) => html`
<fieldset class="field" aria-describedby="about-${name}">
  <legend>${legend}</legend>
  <div class="row">${values.map(
    (value) => html`
    <label class="choice"><input type="radio" name="${name}" value="${value}"${raw(value === 'fine' ? ' checked' : '')}><span>${value === 'half' ? 'broken answer' : value}</span></label>`,
  )}</div>
  <p id="about-${name}" class="hint">${FAULTS[name].fine}</p>
</fieldset>`

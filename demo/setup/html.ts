/** The page as one file that needs no other: style, scripts and the snippet are in it, and a policy that lets nothing else in. */
import { createHash } from 'node:crypto'
import { VERSION } from '../../src/contract/limits.js'
import { CART_SELECTORS, ITEM_SELECTORS } from './choices.js'
import { toFunction } from './globals.js'
import { type SnippetFile, STUB } from './installation.js'
import { PREVIEW_STYLE } from './preview.js'
import { STYLE } from './style.js'

export interface Parts {
  /** Of the built ringup.js. */
  code: string
  snippet: Omit<SnippetFile, 'stubHash' | 'version'>
  /** page.ts, bundled for browsers. */
  script: string
}

/** @throws Error when a script would end its element */
export function toSetupPage({ code, snippet, script }: Parts): string {
  const [runner, page] = [toFunction(code), script]
  if (/<\/script|<!--/i.test(runner + page))
    throw new Error('The set-up page’s scripts must not hold the end of a script element.')
  const file: SnippetFile = { ...snippet, version: VERSION, stubHash: toHash(STUB) }
  // Without `base-uri`, which would hold for the samples' documents too: their addresses begin with the shop's.
  const policy = [
    `default-src 'none'`,
    `script-src '${toHash(runner)}' '${toHash(page)}'`,
    `style-src '${toHash(STYLE)}' '${toHash(PREVIEW_STYLE)}'`,
    'img-src data:',
    `form-action 'none'`,
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Set-up · Ringup</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
${BODY}
<script type="application/json" id="snippet">${JSON.stringify(file)}</script>
<script>${runner}</script>
<script>${page}</script>
</body>
</html>
`
}

const toHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const card = (name: string, value: string, title: string, text: string, checked = false) => `
<label class="card" data-${name}="${value}"><input type="radio" name="${name}" value="${value}"${checked ? ' checked' : ''}><b>${title}</b><small>${text}</small></label>`

const field = (name: string, label: string, value: string, hint: string, attributes = '') => `
<div class="field" data-field="${name}">
  <label for="${name}">${label}</label>
  <input id="${name}" name="${name}" value="${value}" aria-describedby="${name}-hint" autocomplete="off" spellcheck="false"${attributes}>
  <p class="hint" id="${name}-hint">${hint}</p>
</div>`

const select = (name: string, label: string, options: [value: string, text: string][], hint: string) => `
<div class="field">
  <label for="${name}">${label}</label>
  <select id="${name}" name="${name}" aria-describedby="${name}-hint">${options.map(([value, text]) => `<option value="${value}">${text}</option>`).join('')}</select>
  <p class="hint" id="${name}-hint">${hint}</p>
</div>`

/** @param list id of the suggestions */
const selector = (name: string, list: string) => `
<div class="field">
  <label for="${name}"><code>${name.replace(/^(cart|item)\./, '')}</code></label>
  <input id="${name}" name="${name}" class="code" list="${list}" aria-describedby="${name}-matches" autocomplete="off" spellcheck="false" autocapitalize="off">
  <p class="hint matches" id="${name}-matches"></p>
</div>`

const step = (id: string, title: string, text: string, body: string) => `
<section class="step" id="${id}" aria-labelledby="${id}-title">
  <div class="wrap">
    <header><h2 id="${id}-title">${title}</h2><p>${text}</p></header>
    <div class="body">${body}</div>
  </div>
</section>`

const block = (id: string, title: string) => `
<section class="block" id="${id}" aria-labelledby="${id}-title">
  <div class="bar"><h3 id="${id}-title">${title}</h3><button type="button" data-copy="${id}-text" aria-label="Copy: ${title}">Copy</button></div>
  <p id="${id}-about"></p>
  <pre id="${id}-text" tabindex="0" role="group" aria-labelledby="${id}-title"></pre>
</section>`

/** What there is to copy, by id. */
const BLOCKS = {
  steps: 'What to do there',
  stub: 'Line before the tag',
  tag: 'Script tag',
  call: 'Your call',
  'marked-form': 'Attribute of the sign-up form',
  theme: 'Line for the theme',
  pixel: 'Settings of the pixel',
  policy: 'Content-Security-Policy',
  environment: 'Settings of the proxy',
  inventory: 'Entry for PCI DSS 6.4.3',
}

const PLATFORM = `
<fieldset class="cards" aria-labelledby="platform-title">
${card('platform', 'script-tag', 'Script tag', 'One line in the shop’s own pages', true)}
${card('platform', 'tag-manager', 'Google Tag Manager', 'A tag of the Ringup template in your container')}
${card('platform', 'shopify', 'Shopify', 'A theme snippet, and a custom pixel for the checkout')}
</fieldset>
<div class="panel" id="on-page-panel" hidden>
  <label class="check"><input type="checkbox" name="onPage" value="yes"><span>The script tag is on the page already
  <small>A tag manager cannot give a hash when it loads a script. A tag in the page can, and the browser checks it.</small></span></label>
</div>`

const SHOP = `
<div class="fields">
${field('origin', 'The shop’s address', 'https://shop.example', 'Scheme and host only: browsers send it with every event', ' type="url"')}
${field('endpoint', 'Endpoint', 'https://shop.example/ringup', 'Where the proxy is reached. A neutral path on the shop’s own address works best', ' type="url"')}
${field('apiUrl', 'The API’s address', 'https://api.example.com/v1/shop', 'For the proxy only; pages never learn it', ' type="url"')}
${field('list', 'List', 'newsletter', 'Its public name: a–z, 0–9 and dashes. Empty: no sign-ups')}
${field('listId', 'The list’s ID', '42', 'What the API calls it; for the proxy only')}
</div>
<div class="panel">
  <label class="check"><input type="checkbox" name="consent" value="required"><span>Wait for consent
  <small>Nothing is stored or sent before your consent banner calls <code>ringup.consent('granted')</code>, on each page.</small></span></label>
</div>`

const SOURCE = `
<fieldset class="cards" aria-labelledby="source-title">
${card('source', 'ga4', 'Data layer, GA4', '<code>event: "purchase"</code> with <code>ecommerce</code>, by a tag manager or <code>gtag()</code>', true)}
${card('source', 'universal-analytics', 'Data layer, Universal Analytics', '<code>ecommerce.purchase</code> with <code>actionField</code> and <code>products</code>')}
${card('source', 'json-ld', 'JSON-LD', 'A schema.org <code>Order</code> in the page')}
${card('source', 'attributes', 'The page, by attributes', 'You mark elements with <code>data-ringup</code>')}
${card('source', 'selectors', 'The page, by selectors', 'You name elements of a page you cannot change')}
${card('source', 'call', 'Your own call', 'Your code calls <code>convert()</code>, or a tag manager’s variables have it')}
</fieldset>
<div class="panel" id="layer-panel">
  <h3>The data layer</h3>
  <div class="fields">
  ${field('dataLayer', 'Its name', 'dataLayer', 'Of the global variable')}
  ${field('event', 'Event that reports the order', 'purchase', 'Once per order number, however often it comes')}
  </div>
</div>
<div class="panel" id="selectors-panel">
  <h3>Selectors</h3>
  <p>CSS selectors; the first match counts. <code>.total@data-amount</code> reads an attribute, and <code>@data-sku</code> one of the row itself. Each field suggests what is in the sample below.</p>
  <p class="group">The order</p>
  <div class="selectors">${CART_SELECTORS.map((name) => selector(`cart.${name}`, 'cart-suggestions')).join('')}</div>
  <p class="group">The items: <code>each</code> names all rows, the others an element within a row</p>
  <div class="selectors">${selector('each', 'row-suggestions')}${ITEM_SELECTORS.map((name) => selector(`item.${name}`, 'item-suggestions')).join('')}</div>
  <datalist id="cart-suggestions"></datalist><datalist id="row-suggestions"></datalist><datalist id="item-suggestions"></datalist>
</div>
<details id="reading-details">
  <summary>When something is read wrongly</summary>
  <div class="fields">
  ${field('email', 'E-mail address', '', 'A path in the data layer, <code>customer.email</code>, or a CSS selector. Empty: looked up where pages usually have it', ' class="code" autocapitalize="off"')}
  ${select(
    'value',
    'Value of the cart',
    [
      ['', 'What the page says'],
      ['items', 'Sum of the items'],
    ],
    'Price × quantity of each, without shipping or what was taken off the whole order',
  )}
  ${select(
    'decimal',
    'Decimal sign in texts',
    [
      ['', 'By the page’s language'],
      ['.', 'Dot: 1,299.00'],
      [',', 'Comma: 1.299,00'],
    ],
    'Decides what 1.299 is on a page without a language',
  )}
  </div>
</details>`

const TRY = `
<div class="bar"><label for="sample" id="sample-label">Sample</label>
<div class="buttons"><button type="button" id="use-example">Use an example</button><button type="button" id="clear">Clear</button></div></div>
<textarea id="sample" aria-describedby="sample-hint" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
<p class="hint" id="sample-hint"></p>
<div id="result">
  <div class="verdict" id="verdict" role="status" data-state="empty"></div>
  <ul class="problems" id="problems" aria-label="Problems"></ul>
  <div id="preview-part" hidden>
    <h3>What the marks are on</h3>
    <p class="hint">Without the page’s scripts, pictures and styles: nothing of it is run or loaded.</p>
    <iframe id="preview" title="Preview of the sample, with what was found marked" sandbox></iframe>
  </div>
  <div class="found" id="found" role="group" aria-label="What was found"></div>
  <details id="json-part" hidden><summary>As the API gets it</summary><pre id="json" tabindex="0" role="group" aria-label="As the API gets it, in JSON"></pre></details>
</div>`

const SIGN_UP = `
<div class="bar"><label for="sign-up-sample">HTML of the form</label>
<div class="buttons"><button type="button" id="use-form-example">Use an example</button></div></div>
<textarea id="sign-up-sample" aria-describedby="sign-up-hint" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
<p class="hint" id="sign-up-hint">Empty fields are filled in with examples, to show what would be read. Passwords, hidden fields and cards never are.</p>
<div class="verdict" id="sign-up-verdict" role="status" data-state="empty"></div>
<ul class="problems" id="sign-up-problems" aria-label="Problems of the form"></ul>
<div class="found" id="sign-up-found" role="group" aria-label="What was found in the form"></div>`

const BODY = `<a class="skip" href="#main">Skip to content</a>
<header class="masthead"><div class="wrap">
  <h1>Write the installation</h1>
  <nav aria-label="Demo" id="demo-links" hidden><a href="/">Shop</a><a href="/inspector">Inspector</a></nav>
  <p>Choose, try it on a page of your shop, and copy what belongs where. What you paste stays in this page: it is not run,
  not kept, and not sent anywhere. Your choices are in the address, so a bookmark keeps them.</p>
  <noscript><p>This page needs JavaScript.</p></noscript>
</div></header>
<main id="main"><form id="choices" autocomplete="off" novalidate>
${step('platform', 'Where it runs', 'The same script and the same proxy on all three.', PLATFORM)}
${step('shop', 'Shop and proxy', 'Addresses and public names. Keys and tokens belong into the proxy’s settings alone, so this page has no field for them.', SHOP)}
${step('source', 'Where the order is', 'What the thank-you page already knows. Not sure? Choose one, and try it on the page below.', `<div id="source-choice">${SOURCE}</div><p class="panel" id="no-source" hidden>Shopify tells the pixel the whole order by its own event, <code>checkout_completed</code>, so there is nothing to choose and nothing to try.</p>`)}
${step('try', 'Try it on your page', 'The snippet itself, as it is built, reads the sample. What it would send is shown, in cents, and every problem.', TRY)}
${step('sign-up', 'The sign-up form', 'A form with one more attribute is read when it is submitted, and goes on as before.', SIGN_UP)}
${step(
  'copy',
  'Copy',
  'Everything changes with the choices above.',
  Object.entries(BLOCKS)
    .map(([id, title]) => block(id, title))
    .join(''),
)}
</form></main>
<div id="news" role="status" class="hint wrap"></div>
<footer class="foot"><div class="wrap" id="about"></div></footer>`

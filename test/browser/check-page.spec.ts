/**
 * Promise: `ringup check --page` opens the page in the Chromium of the machine, and prints the examiner's report. The page needs no
 * setting for it, and cannot keep it from answering.
 */
import { readFileSync } from 'node:fs'
import { lookInBrowser } from '../../src/proxy/operate/commands/check/page.js'
import { findChromium, launchArguments } from '../support/chromium/find.js'
import { expect, type Storefront, test } from '../support/storefront.js'
import { ADDED_TAG, LAYER, TAG, toTag } from '../support/verified-page.js'

const PATH = '/thank-you'
const PLAIN_TAG = toTag('data-convert-on="purchase"')
const NONCE = `script-src 'nonce-abc'; connect-src 'self'`
const toNonced = (html: string) => html.replaceAll('<script', '<script nonce="abc"')

async function look(storefront: Storefront, body: string, headers: Record<string, string> = {}) {
  storefront.serve(PATH, `<!doctype html><html lang="en"><title>Shop</title>${body}`, headers)
  return collect(storefront.url + PATH)
}

async function collect(address: string, patienceMs = 60_000, chromium = findChromium() ?? 'chromium') {
  const how = { chromium, examiner: readFileSync('dist/check.js', 'utf8'), flags: launchArguments(), patienceMs }
  const lines: string[] = []
  for await (const { as, sentence } of lookInBrowser(address, how)) lines.push(`${as} ${sentence}`)
  return lines
}

/** Pages whose order comes to the proxy. */
const GOOD: [what: string, body: string, headers?: Record<string, string>][] = [
  [
    'a tag without the panel, and a dialog that stops scripts',
    `<script>alert('Cookies?')</script>${LAYER}${PLAIN_TAG}`,
  ],
  ['a tag that a script adds, as a tag manager does', LAYER + ADDED_TAG],
  [
    'a strict policy and an opener policy',
    toNonced(LAYER + PLAIN_TAG),
    { 'content-security-policy': NONCE, 'cross-origin-opener-policy': 'same-origin' },
  ],
]
for (const [what, body, headers] of GOOD)
  test(`a page with ${what} is in order`, async ({ storefront }) => {
    expect(await look(storefront, body, headers)).toEqual([
      'ok The proxy has taken the last order.',
      'ok Found on the page: email, order_number, cart_value, cart_item_count, 1 item.',
      'ok The proxy has taken a test order with what this page says.',
    ])
  })

const FORM = '<form data-add-to-list="newsleter"><input name="email" type="email"><button>Join</button></form>'
const CSP = 'content-security-policy'

/** Pages with a defect, and the first sentence about it. */
const BAD: [what: string, body: string, sentence: RegExp, headers?: Record<string, string>][] = [
  ['no tag', `${LAYER}<!-- ${TAG} -->`, /^problem The page has no tag of the script \(ringup\.js\)/],
  [
    'a script that is not there',
    toTag('').replace('ringup.js', 'ringup-0.0.1-0000000000000000.js'),
    /^problem The script .* answers 404\./,
  ],
  [
    'a script of an unknown host',
    TAG.replace('/ringup/', 'http://absent.invalid/'),
    /^problem The browser cannot load the script .* \(net::ERR_NAME_NOT_RESOLVED\)/,
  ],
  ['another integrity', toTag(`integrity="sha384-${'A'.repeat(64)}"`), /^problem .*the tag’s integrity does not match/],
  [
    'a policy against the script',
    TAG,
    /^problem The page’s Content-Security-Policy blocks the script \(script-src-elem\)\. Add http:\S+ to script-src/,
    { [CSP]: "script-src 'nonce-abc'" },
  ],
  [
    'a policy against the endpoint',
    `<meta http-equiv="${CSP}" content="connect-src 'none'">${LAYER}${TAG}`,
    /^problem The page’s Content-Security-Policy blocks the endpoint \(connect-src\)\. .* Add http:\S+ to connect-src\.$/,
  ],
  [
    'a sandbox without an origin',
    LAYER + TAG,
    /^problem The proxy refuses this page’s origin \(403\)/,
    { [CSP]: 'sandbox allow-scripts' },
  ],
  ['a misspelt list', FORM + TAG, /^problem The proxy does not know the list “newsleter”\. Did you mean newsletter\? /],
]
for (const [what, body, sentence, headers] of BAD)
  test(`a page with ${what} is told so first`, async ({ storefront }) => {
    expect((await look(storefront, body, headers))[0]).toMatch(sentence)
  })

test('a web server that does not reach the proxy is named', async ({ storefront }) => {
  storefront.takeProxyAway()
  expect(await look(storefront, LAYER + TAG)).toContainEqual(
    expect.stringMatching(/^problem The web server cannot reach the proxy \(502\)/),
  )
})

test('a page without an order has its connection tested, and gets a hint', async ({ storefront }) => {
  expect(await look(storefront, TAG)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^warning No order was found on this page\. If the shop shows each order only once/),
      'ok The connection works: the proxy answers (422), and takes events from this page.',
    ]),
  )
})

test('settings that the proxy serves with the script count', async ({ storefront }) => {
  storefront.serve('/served.js', `self['ringup:served'] = { convertOn: 'purchase' }`, {
    'content-type': 'text/javascript',
  })
  const lines = await look(storefront, `<script src="/served.js"></script>${LAYER}${toTag('')}`)
  expect(lines[0]).toBe('ok The proxy has taken the last order.')
})

test('a page that redirects is reported with its target', async ({ storefront }) => {
  storefront.serve('/moved', `<script>location.replace('${PATH}')</script>`)
  storefront.serve(PATH, `<!doctype html>${LAYER}${TAG}`)
  expect(await collect(`${storefront.url}/moved`)).toEqual(
    expect.arrayContaining([
      `ok The page redirects to ${storefront.url}${PATH}.`,
      'ok The proxy has taken the last order.',
    ]),
  )
})

const NO_PAGES: [what: string, address: (shop: string) => string, sentence: RegExp][] = [
  [
    'a page of a host that does not exist',
    () => 'http://absent.invalid/',
    /^problem .* did not open the page: net::ERR_NAME_NOT_RESOLVED\.$/,
  ],
  [
    'a script',
    (shop) => `${shop}/ringup/ringup.js`,
    /^problem The page is not HTML: its content type is text\/javascript\.$/,
  ],
]
for (const [what, toAddress, sentence] of NO_PAGES)
  test(`${what} ends in a sentence`, async ({ storefront }) => {
    expect((await collect(toAddress(storefront.url)))[0]).toMatch(sentence)
  })

const HOSTILE: [what: string, script: string][] = [
  ['never ends its script', 'for (;;);'],
  ['breaks what the examiner needs', 'JSON.parse = JSON.stringify = document.querySelectorAll = () => { throw 1 }'],
]
for (const [what, script] of HOSTILE)
  test(`a page that ${what} ends in a sentence`, async ({ storefront }) => {
    storefront.serve(PATH, `<!doctype html><script>${script}</script>${TAG}`)
    expect(await collect(storefront.url + PATH, 5_000)).toEqual([
      expect.stringMatching(/^problem The page does not answer\./),
    ])
  })

test('a browser that does not start, or ends at once, is named, and not the page', async () => {
  for (const [chromium, why] of [
    [import.meta.filename, /EACCES/],
    ['/bin/false', /it ended/],
  ] as const)
    expect(await collect('http://shop.example/', 1_000, chromium)).toEqual([
      expect.stringMatching(new RegExp(`^problem ${chromium} did not open the page: .*${why.source}`)),
    ])
})

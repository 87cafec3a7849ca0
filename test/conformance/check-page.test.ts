/**
 * Promise: `ringup check --page` says of a page what a browser would find: against a running shop and proxy. A page that is
 * hostile, or no page, ends in a sentence too, and soon.
 */
import { execFile } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fetchPage } from '../../src/proxy/look/fetch-page.js'
import { lookAtPage } from '../../src/proxy/look/index.js'
import { readSnippetFiles } from '../../src/proxy/run/snippet-files.js'
import type { Settings } from '../../src/proxy/settings.js'
import { CLI, run } from '../support/proxy-process.js'
import { type OwnProxy, openProxy, serve } from '../support/servers.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let shop: string
let handle: Handler
const snippetFile = join('dist', 'ringup.js')
let build: { file: string; integrity: string }
let proxy: OwnProxy
/** What keeps the proxy's page answers from it. */
let gate: (path: string) => { status: number; headers?: Record<string, string> } | undefined
let settings: Settings
const stops: (() => unknown)[] = []

beforeAll(async () => {
  build = await readSnippetFiles(pathToFileURL(snippetFile))
  const server = await serve((request, response) => {
    if (/^\/ringup(\/|$)/.test(request.url ?? '')) void passOn(request, response)
    else handle(request, response)
  })
  shop = server.url
  proxy = await openProxy({ origins: [shop] }, { snippetFile })
  stops.push(server.stop, proxy.remove)
  settings = { ...proxy.settings, adminPort: Number(new URL(proxy.adminUrl).port) }
})
afterAll(async () => {
  for (const stop of stops) await stop()
})
beforeEach(() => {
  gate = () => undefined
})

/** Passes a request on to the proxy, as the shop's web server does. */
async function passOn(request: IncomingMessage, response: ServerResponse) {
  const { url = '', method = 'GET', headers } = request
  const body = await text(request)
  const kept = gate(url)
  if (kept) {
    response.writeHead(kept.status, kept.headers).end()
    return
  }
  const type = headers['content-type'] ?? ''
  const sent = { origin: headers.origin ?? '', 'content-type': type, 'accept-encoding': 'identity' }
  const answer = await fetch(proxy.url + url, { method, headers: sent, ...(method === 'POST' && { body }) })
  const { 'content-encoding': _, ...rest } = Object.fromEntries(answer.headers)
  response.writeHead(answer.status, rest).end(await answer.text())
}

const show = (html: string | Buffer, headers: Record<string, string> = {}) => {
  handle = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)
}

const TAG = '<script async src="/ringup/ringup.js" data-convert-on="purchase"></script>'
const toTag = (attributes: string) => TAG.replace(' data-convert-on="purchase"', ` ${attributes}`)

async function runCheck(address = `${shop}/thank-you`, known: Partial<Settings> | null = {}) {
  const lines: string[] = []
  const own = known === null ? undefined : { ...settings, ...known }
  const admin = own && own.adminPort > 0 ? `http://${own.adminHost}:${own.adminPort}` : undefined
  for await (const { as, sentence } of lookAtPage(address, { settings: own, admin, build }))
    lines.push(`${as} ${sentence}`)
  return lines
}
const toProblems = (lines: string[]) => lines.filter((line) => !line.startsWith('ok '))

describe('a form that names a list', () => {
  const form = (list: string) => `${TAG}<form data-add-to-list="${list}"></form>`

  test.each([
    ['newsletter', []],
    [
      'newsleter',
      ['problem A form names the list “newsleter”, which RINGUP_LISTS does not have; did you mean newsletter?'],
    ],
    ['', ['problem A form names the list “”, which RINGUP_LISTS does not have; it has newsletter, everything.']],
  ])('“%s”', async (list, expected) => {
    show(form(list))
    expect(toProblems(await runCheck())).toEqual(expected)
  })

  test('is not judged where nobody knows the settings', async () => {
    show(form('newsleter'))
    expect((await runCheck(undefined, null)).filter((line) => line.includes('newsleter'))).toEqual([])
  })
})

describe('a page that is in order', () => {
  test('has a sentence for each thing looked at, and no event was sent', async () => {
    show(`<!doctype html><title>Thank you</title>${TAG}<form data-add-to-list="newsletter"></form>`)
    expect(await runCheck()).toEqual([
      `ok The page has the script: ${shop}/ringup/ringup.js.`,
      'ok Its settings: data-convert-on="purchase".',
      'ok An order is reported when the data layer gets the event “purchase”.',
      'ok Forms with data-add-to-list: 1.',
      'ok The script is the one of this build.',
      `ok A proxy listens at ${shop}/ringup/ and takes events from ${shop}.`,
      'ok It is the proxy of these settings.',
    ])
    expect(await (await fetch(`${proxy.adminUrl}/health`)).json()).toMatchObject({ waiting: 0, dead: 0 })
  })

  test('is not counted among the requests that were refused', async () => {
    show(TAG)
    await runCheck()
    const home = await (await fetch(`${proxy.adminUrl}/`)).text()
    expect(home).not.toContain('<code>type</code>')
  })

  test.each<[what: string, html: () => string, headers?: Record<string, string>]>([
    [
      'with the script under its name for good, and integrity',
      () => toTag(`integrity="${build.integrity}"`).replace('ringup.js', build.file),
    ],
    [
      'under a policy that lets both through',
      () => TAG,
      { 'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'" },
    ],
    ['with a base address', () => `<base href="/elsewhere/">${TAG.replace('/ringup/', '../ringup/')}`],
    [
      'with its settings in the JSON block',
      () => `<script type="application/json" id="ringup">{"convertOn":"purchase"}</script>${toTag('')}`,
    ],
    ['with another tag in a comment', () => `<!-- ${toTag('data-consent="x"')} -->${TAG}`],
    ['with another tag in a template', () => `<template>${toTag('data-consent="x"')}</template>${TAG}`],
    ['with another tag where no script runs', () => `<body><noscript>${toTag('data-consent="x"')}</noscript>${TAG}`],
    [
      'with a policy in a place that is none',
      () => `<p http-equiv="Content-Security-Policy" content="default-src 'none'">${TAG}`,
    ],
    ['with a policy that only reports', () => TAG, { 'content-security-policy-report-only': "default-src 'none'" }],
  ])('%s', async (_what, toHtml, headers) => {
    show(toHtml(), headers)
    expect(toProblems(await runCheck())).toEqual([])
  })
})

describe('a page that is not', () => {
  test.each<[what: string, html: () => string, sentence: RegExp, headers?: Record<string, string>]>([
    ['has no tag', () => '<p>Thank you', /^problem The page’s HTML has no tag of the script/],
    [
      'has Tag Manager instead',
      () => '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-X"></script>',
      /^problem .* It has Google Tag Manager/,
    ],
    ['has a tag in a comment only', () => `<!-- ${TAG} -->`, /^problem The page’s HTML has no tag/],
    [
      'has a misspelt setting',
      () => toTag('data-convert-onn="purchase"'),
      /^problem data-convert-onn is not a setting\. Did you mean data-convert-on\?$/,
    ],
    [
      'has a setting without dashes',
      () => toTag('data-converton="purchase"'),
      /^problem data-converton is not a setting\. Did you mean data-convert-on\?$/,
    ],
    [
      'has another tool’s attribute',
      () => toTag('data-cfasync="false"'),
      /^warning data-cfasync is not a setting\. It has no effect\./,
    ],
    [
      'has a misspelt value',
      () => toTag('data-consent="requird"'),
      /^problem data-consent must be required or not-required, or a consent recipe as JSON, with read or deny\. Did you mean required\? It counts as required\.$/,
    ],
    [
      'has selectors that are no JSON',
      () => toTag('data-selectors="{order_number"'),
      /^problem data-selectors must be a JSON object/,
    ],
    [
      'has a JSON block that is none',
      () => `<script type="application/json" id="ringup">{convertOn}</script>${TAG}`,
      /^problem .* does not hold a JSON object/,
    ],
    ['shows the panel to everybody', () => toTag('data-debug="panel"'), /^warning data-debug="panel" shows/],
    ['has a module', () => toTag('type="module"'), /^problem The tag has type="module"/],
    [
      'has two tags that differ',
      () => TAG + toTag('data-convert-on="load"'),
      /^problem The script is on the page 2 times/,
    ],
    ['has the tag twice', () => TAG + TAG, /^warning The script is on the page 2 times/],
    [
      'has another integrity',
      () => toTag(`integrity="sha384-${'A'.repeat(64)}"`),
      /^problem The tag’s integrity does not match what is served: .* This build’s is sha384-/,
    ],
    [
      'names the script of another version',
      () => TAG.replace('ringup.js', 'ringup-0.0.1-0000000000000000.js'),
      /^problem The script .* answers 404\. This build’s is called ringup-/,
    ],
    [
      'names a script that is not there',
      () => TAG.replace('/ringup/', '/ringup/x/'),
      /^problem The script .* answers 404/,
    ],
    [
      'names a page as the script',
      () => TAG.replace('/ringup/', '/'),
      /^problem At .* is something other than the script/,
    ],
    [
      'has a policy against the script',
      () => TAG,
      /^problem .* blocks the script \(script-src\): add /,
      { 'content-security-policy': "script-src 'nonce-abc'" },
    ],
    [
      'has a policy against the endpoint',
      () => TAG,
      /^problem .* blocks the endpoint \(connect-src\): add http:\S+ to connect-src\.$/,
      { 'content-security-policy': "connect-src 'none'" },
    ],
    [
      'has that policy in its head',
      () => `<meta http-equiv="content-security-policy" content="connect-src 'none'">${TAG}`,
      /^problem .* blocks the endpoint/,
    ],
    [
      'is sandboxed by its policy',
      () => TAG,
      /^problem .* sandbox without allow-same-origin/,
      { 'content-security-policy': 'sandbox allow-scripts' },
    ],
    [
      'names an endpoint that is not there',
      () => toTag('data-endpoint="/ringup/events"'),
      /^problem The proxy is there, but not at \/ringup\/events: compare data-endpoint with RINGUP_PATH\.$/,
    ],
    [
      'names a page as the endpoint',
      () => toTag('data-endpoint="/events"'),
      /^problem At .*\/events something other than the proxy answers \(200\)/,
    ],
    [
      'names an endpoint where nobody listens',
      () => toTag('data-endpoint="http://absent.invalid/"'),
      /^problem The endpoint http:\/\/absent\.invalid\/ cannot be reached/,
    ],
    ['is no HTML', () => TAG, /^problem The content type says that this is not HTML/, { 'content-type': 'text/plain' }],
    [
      'loads the script from elsewhere',
      () => TAG.replace('/ringup/', `${shop.replace('127.0.0.1', 'localhost')}/ringup/`),
      /^problem The script is from http:\/\/localhost.* set data-endpoint/,
    ],
  ])('%s', async (_what, toHtml, sentence, headers) => {
    show(toHtml(), headers)
    expect(toProblems(await runCheck())).toContainEqual(expect.stringMatching(sentence))
  })

  test('a page of an origin that the proxy does not take', async () => {
    show(TAG.replace('<script', `<script data-endpoint="${shop}/ringup"`))
    const other = shop.replace('127.0.0.1', 'localhost')
    expect(toProblems(await runCheck(`${other}/`))).toEqual([
      `problem The proxy at ${shop}/ringup refuses ${other}: add it to RINGUP_ORIGINS, and restart the proxy.`,
    ])
  })

  test.each([
    [
      301,
      { location: 'https://shop.example/ringup/' },
      /^problem .* redirects to https:\/\/shop\.example\/ringup\/, which is not/,
    ],
    [403, {}, /^problem Something before the proxy refuses POST .* \(403\)/],
    [502, {}, /^problem The web server at .* cannot reach the proxy \(502\)/],
    [404, {}, /^problem At .* something other than the proxy answers \(404\)/],
  ])('a web server that answers %i in the proxy’s place', async (status, headers, sentence) => {
    show(TAG)
    gate = (path) => (path === '/ringup/' ? { status, headers } : undefined)
    expect(toProblems(await runCheck())).toEqual([expect.stringMatching(sentence)])
  })

  test('another proxy than the one of these settings', async () => {
    show(TAG)
    const other = await openProxy({ origins: [shop] }, { snippetFile })
    const lines = await runCheck(undefined, { adminPort: Number(new URL(other.adminUrl).port) })
    await other.remove()
    expect(toProblems(lines)).toEqual([expect.stringMatching(/^warning It is not the proxy of these settings/)])
  })
})

describe('a hostile page', () => {
  test.each<[what: string, handler: Handler, sentence: RegExp]>([
    ['endless', (_request, response) => void writeForEver(response), /^warning The page is over 2 MiB/],
    [
      'a circle of redirects',
      (_request, response) => response.writeHead(302, { location: '/again' }).end(),
      /^problem The page cannot be fetched from .*: redirect count exceeded/,
    ],
    [
      'a way out of the web',
      (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /^problem The page cannot be fetched/,
    ],
    ['not there', (_request, response) => response.writeHead(404).end(), /^problem The page answers 404/],
    [
      'broken off',
      (_request, response) => void response.writeHead(200, { 'content-length': '100' }).destroy(),
      /^problem The page cannot be fetched/,
    ],
  ])('%s', async (_what, handler, sentence) => {
    handle = handler
    expect(toProblems(await runCheck())[0]).toMatch(sentence)
  })

  function* toEndless() {
    for (;;) yield '<p>'.repeat(20_000)
  }

  async function writeForEver(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'text/html' })
    await pipeline(Readable.from(toEndless()), response).catch(() => {}) // the reader has had enough
  }

  test('slow: given up in time', async () => {
    handle = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>')
    expect(await fetchPage(shop, 200)).toMatch('no answer within 0.2 s')
  })

  test('2 MiB of elements within each other are read in seconds', async () => {
    show(`${'<div>'.repeat(350_000)}${TAG}`)
    expect((await runCheck())[0]).toMatch(/^ok The page has the script/)
  })

  test('a tag of a hundred thousand attributes gets a bounded answer', async () => {
    show(toTag(Array.from({ length: 100_000 }, (_, n) => `data-x${n}=""`).join(' ')))
    expect((await runCheck()).length).toBeLessThan(100)
  })

  test.each([
    ['utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), {}],
    [
      'another charset than UTF-8',
      (text: string) => Buffer.from(`<meta charset=iso-8859-1>é${text}`, 'latin1'),
      { 'content-type': 'text/html' },
    ],
    [
      'a charset that nobody knows',
      (text: string) => Buffer.from(text),
      { 'content-type': 'text/html; charset=klingon' },
    ],
  ])('in %s', async (_what, toBytes, headers) => {
    show(toBytes(toTag('data-email="#käufer"')), headers)
    expect((await runCheck())[0]).toMatch(/^ok The page has the script/)
  })

  test('in the charset that its head names', async () => {
    show(Buffer.from(`<meta charset="iso-8859-1">${toTag('data-email="#käufer"')}`, 'latin1'), {
      'content-type': 'text/html',
    })
    expect(await runCheck()).toContain('ok Its settings: data-email="#käufer".')
  })
})

describe('as a command', () => {
  const check = async (page: string, more: Record<string, string> = {}) => {
    const usual = { RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_DATABASE: join('test-results', 'no.db') }
    const running = run({ ...usual, RINGUP_ORIGINS: shop, RINGUP_ADMIN_PORT: new URL(proxy.adminUrl).port, ...more }, [
      'check',
      '--page',
      page,
    ])
    const code = await running.ended
    return { code, said: running.said() }
  }

  test('it looks at the page after all else, and a problem there is exit code 1', async () => {
    show(toTag('data-convert-onn="purchase"'))
    const { code, said } = await check(`${shop}/thank-you`)
    expect(code).toBe(1)
    expect(said).toMatch(/^ok +The settings are in order/)
    expect(said).toMatch(/^problem +data-convert-onn is not a setting\. Did you mean data-convert-on\?$/m)
    expect(said).toMatch(/^ok +It is the proxy of these settings\.$/m)
  })

  test('the words of a page do not steer the terminal', async () => {
    show(toTag('data-x\u001b[31m="1" data-convert-on="\u009b31m"'))
    expect((await check(`${shop}/`)).said).not.toMatch(/(?!\n)\p{Cc}/u)
  })

  test('what is no address is a problem', async () => {
    expect((await check('shop.example')).said).toMatch(
      /^problem +shop\.example is not the address of a page: write it with https:\/\/\.$/m,
    )
  })
})

test('from a machine without any setting only the page is looked at', async () => {
  show(TAG)
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [CLI, 'check', '--page', shop], { env: { PATH: process.env.PATH } }, (_error, out) =>
      resolve(out),
    )
  })
  expect(said).not.toMatch(/RINGUP_/)
  expect(said).toMatch(/^ok +A proxy listens at/m)
})

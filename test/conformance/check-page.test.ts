/**
 * Promise: the proxy tells the set-up page whether events of the shop's pages reach a proxy, and asks no address that is not the shop's.
 * `ringup check --page` without a browser says so, and how to look with the panel.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAtWay } from '../../src/proxy/operate/endpoint.js'
import { run } from '../support/proxy-process.js'
import { type OwnProxy, openProxy, serve } from '../support/servers.js'

let shop: string
let proxy: OwnProxy
/** What keeps the proxy's answers from a page. */
let gate: { status: number; headers?: Record<string, string> } | undefined
const stops: (() => unknown)[] = []

beforeAll(async () => {
  const server = await serve((request, response) => void passOn(request, response))
  shop = server.url
  proxy = await openProxy({ origins: [shop] })
  stops.push(server.stop, proxy.remove)
})
afterAll(async () => {
  for (const stop of stops) await stop()
})
beforeEach(() => {
  gate = undefined
})

/** Passes a request on to the proxy, as the shop's web server does. */
async function passOn(request: IncomingMessage, response: ServerResponse) {
  const { url = '', headers } = request
  const body = await text(request)
  if (gate) return void response.writeHead(gate.status, gate.headers).end()
  if (!/^\/ringup(\/|$)/.test(url)) return void response.end('<!doctype html>')
  const sent = { origin: headers.origin ?? '', 'content-type': headers['content-type'] ?? '' }
  const answer = await fetch(proxy.url + url, { method: 'POST', headers: sent, body })
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}

const look = async (endpoint?: string, page = `${shop}/thank-you`) =>
  (await lookAtWay(page, endpoint, proxy.settings)).map(({ as, sentence }) => `${as} ${sentence}`)

describe('the way of a page’s events', () => {
  test('is in order, and no event was sent', async () => {
    expect(await look()).toEqual([`ok A proxy listens at ${shop}/ringup and takes events from ${shop}.`])
    expect(await (await fetch(`${proxy.adminUrl}/health`)).json()).toMatchObject({ waiting: 0, dead: 0 })
  })

  test('is not counted among the requests that were refused', async () => {
    await look()
    expect(await (await fetch(`${proxy.adminUrl}/`)).text()).not.toContain('<code>type</code>')
  })

  test.each([
    [
      '/ringup/events',
      /^problem The proxy is there, but not at \/ringup\/events: compare data-endpoint with RINGUP_PATH\.$/,
    ],
    ['/events', /^problem At .*\/events something other than the proxy answers \(200\)/],
  ])('to %s leads elsewhere', async (endpoint, sentence) => {
    expect(await look(endpoint)).toEqual([expect.stringMatching(sentence)])
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
  ])('ends at a web server that answers %i', async (status, headers, sentence) => {
    gate = { status, headers }
    expect(await look()).toEqual([expect.stringMatching(sentence)])
  })

  test.each([
    'http://169.254.169.254/latest',
    'https://shop.example.evil.example/',
    'file:///etc/passwd',
    'no address',
  ])('%s is not asked for', async (address) => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    expect(await look(undefined, address)).toEqual([expect.stringMatching(/^problem .*RINGUP_ORIGINS/)])
    expect(await look(address, `${shop}/`)).toEqual(address === 'no address' ? [expect.anything()] : [])
    expect(
      fetched.mock.calls.map(([asked]) => new URL(String(asked)).origin).filter((asked) => asked !== shop),
    ).toEqual([])
    fetched.mockRestore()
  })
})

describe('as a command', () => {
  const check = async (page: string, more: Record<string, string> = {}) => {
    const usual = { RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_DATABASE: join('test-results', 'no.db') }
    const running = run({ ...usual, ...more }, ['check', '--page', page])
    return { code: await running.ended, said: running.said() }
  }

  test('without a browser it says so after all else, and how to look with the panel', async () => {
    const { code, said } = await check('https://shop.example/', { CHROMIUM_PATH: '/nowhere/chromium' })
    expect(code).toBe(1)
    expect(said).toMatch(/^ok +The settings are in order/)
    expect(said).toMatch(
      /^problem +The page was not opened\. CHROMIUM_PATH names \/nowhere\/chromium, which does not exist\. Or look with the panel: .*\?ringup-debug/m,
    )
  })

  test('an address without a scheme is a problem', async () => {
    expect((await check('shop.example')).said).toMatch(
      /^problem +shop\.example is not the address of a page: write it with https:\/\/\.$/m,
    )
  })
})

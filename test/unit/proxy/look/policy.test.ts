/** Promise: a Content-Security-Policy is read as browsers read it, as far as a script tag and an endpoint need it. */
import { describe, expect, test } from 'vitest'
import { findConnectBlock, findScriptBlock, readPolicies } from '../../../../src/proxy/look/policy.js'

const PAGE = new URL('https://shop.example/thank-you')
const HASH = `sha384-${'a'.repeat(64)}`

describe('a request to the endpoint', () => {
  const at = (policy: string, url: string, page = PAGE) => findConnectBlock(readPolicies(policy), page, new URL(url))
  const OWN = 'https://shop.example/ringup'

  test.each<[policy: string, url: string, block: string | undefined, why: string]>([
    ['', OWN, undefined, 'no policy'],
    ["script-src 'none'", OWN, undefined, 'nothing said of connections'],
    ["default-src 'none'", OWN, 'default-src', 'the fallback'],
    ["default-src 'none'; connect-src 'self'", OWN, undefined, 'its own directive before the fallback'],
    ["connect-src 'none'", OWN, 'connect-src', 'none'],
    ['connect-src', OWN, 'connect-src', 'nothing is none'],
    ["connect-src 'self'", 'https://events.shop.example/ringup', 'connect-src', 'a subdomain is another origin'],
    ["connect-src 'SELF'", OWN, undefined, 'keywords in any case'],
    ["CONNECT-SRC 'self'", OWN, undefined, 'directives in any case'],
    ["connect-src 'none'; connect-src *", OWN, 'connect-src', 'the first of two counts'],
    ['connect-src *', 'https://elsewhere.example/x', undefined, 'every host'],
    ['connect-src https:', 'https://elsewhere.example/x', undefined, 'every host by https'],
    ['connect-src https:', 'http://elsewhere.example/x', 'connect-src', 'http is not https'],
    ['connect-src http:', 'https://elsewhere.example/x', undefined, 'https is as good as http'],
    ['connect-src events.shop.example', 'https://events.shop.example/ringup', undefined, 'a host'],
    ['connect-src events.shop.example', 'http://events.shop.example/ringup', 'connect-src', 'of the page’s scheme'],
    ['connect-src EVENTS.shop.example', 'https://events.shop.example/ringup', undefined, 'a host in any case'],
    ['connect-src *.shop.example', 'https://events.shop.example/ringup', undefined, 'a subdomain'],
    ['connect-src *.shop.example', OWN, 'connect-src', 'no subdomain'],
    ['connect-src *.shop.example', 'https://eshop.example/', 'connect-src', 'only its ending'],
    ['connect-src shop.example:8443', 'https://shop.example:8443/ringup', undefined, 'a port'],
    ['connect-src shop.example', 'https://shop.example:8443/ringup', 'connect-src', 'another port'],
    ['connect-src shop.example:*', 'https://shop.example:8443/ringup', undefined, 'any port'],
    ['connect-src http://shop.example:80', OWN, undefined, 'port 80 stands for 443 too'],
    ['connect-src https://shop.example/ringup', OWN, undefined, 'a path'],
    ['connect-src https://shop.example/ringup', 'https://shop.example/ringup/', 'connect-src', 'a path is exact'],
    ['connect-src https://shop.example/ringup/', 'https://shop.example/ringup/', undefined, 'a folder'],
    ['connect-src https://shop.example/ring%75p', OWN, undefined, 'a path with escapes'],
    ["connect-src 'self', default-src 'none'", OWN, 'default-src', 'the second policy counts too'],
    ["connect-src 'nonce-abc' https", OWN, 'connect-src', 'words that are no source of a request'],
    ['connect-src https://[::1]:8787', 'https://[::1]:8787/ringup', undefined, 'an IPv6 address'],
  ])('%j, %s: %s (%s)', (policy, url, expected) => {
    expect(at(policy, url)).toBe(expected)
  })

  test('a page by http has its own origin by https too', () => {
    expect(at("connect-src 'self'", OWN, new URL('http://shop.example/'))).toBeUndefined()
  })
})

describe('a script tag', () => {
  const SCRIPT = new URL('https://shop.example/ringup/ringup.js')
  test.each<[policy: string, tag: object, block: string | undefined, why: string]>([
    ["script-src 'self'", {}, undefined, 'its own origin'],
    ["script-src-elem 'none'; script-src 'self'", {}, 'script-src-elem', 'elements before scripts in general'],
    ["script-src 'nonce-abc'", {}, 'script-src', 'a nonce that the tag has not'],
    ["script-src 'nonce-abc'", { nonce: 'abc' }, undefined, 'the tag’s nonce'],
    ["script-src 'nonce-abc'", { nonce: 'ABC' }, 'script-src', 'a nonce is exact'],
    ["script-src 'nonce-abc' 'strict-dynamic' 'self'", {}, 'script-src', 'strict: hosts do not count'],
    ["script-src 'nonce-abc' 'strict-dynamic'", { nonce: 'abc' }, undefined, 'strict, with the nonce'],
    [`script-src '${HASH}'`, { integrity: HASH }, undefined, 'a hash of the tag’s integrity'],
    [`script-src '${HASH}'`, { integrity: `${HASH} sha256-other` }, 'script-src', 'each of its hashes'],
    [`script-src '${HASH}'`, {}, 'script-src', 'a hash, and the tag has none'],
    ["script-src 'unsafe-inline'", {}, 'script-src', 'inline code is another matter'],
  ])('%j: %j, %s (%s)', (policy, tag, expected) => {
    const script = { url: SCRIPT, nonce: undefined, integrity: undefined, ...tag }
    expect(findScriptBlock(readPolicies(policy), PAGE, script)).toBe(expected)
  })
})

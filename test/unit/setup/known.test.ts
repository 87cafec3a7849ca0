/** Promise: the set-up page that a proxy serves has the proxy's own settings and none of its secrets. */
import { expect, test } from 'vitest'
import { KNOWN_PLACE, toKnown, withKnown } from '../../../src/setup/known.js'

const SETTINGS = {
  origins: ['https://shop.example'],
  port: 8787,
  path: '/ringup',
  tag: { convertOn: 'load' },
  tagFile: './tag.json',
  adminTokens: ['a-secret-of-the-operator'],
  shopifySecrets: ['a-secret-of-shopify'],
  wooCommerceSecrets: [],
}

test('the running settings are known, and secrets are only counted', () => {
  const known = toKnown(SETTINGS)
  expect(known).toEqual({
    origin: 'https://shop.example',
    endpoint: 'https://shop.example/ringup',
    tag: { settings: { convertOn: 'load' }, canKeep: true },
    webhooks: ['shopify'],
  })
  expect(JSON.stringify(known)).not.toContain('secret')
})

test('a click keeps settings only in a file, and only if an operator can sign in', () => {
  expect(toKnown({ ...SETTINGS, tag: undefined }).tag).toEqual({ settings: {}, canKeep: true })
  expect(toKnown({ ...SETTINGS, tagFile: undefined }).tag.canKeep).toBe(false)
  expect(toKnown({ ...SETTINGS, adminTokens: [] }).tag.canKeep).toBe(false)
})

test.each([
  ['https://shop.example', 8787, 'https://shop.example/ringup', 'its web server leads to the proxy'],
  ['http://localhost:3000', 8787, 'http://localhost:8787/ringup', 'a trial has no web server'],
  ['http://localhost:3000', 0, 'http://localhost:3000/ringup', 'the system chooses the port'],
])('the endpoint of %s with port %d is %s (%s)', (origin, port, endpoint) => {
  expect(toKnown({ ...SETTINGS, origins: [origin], port }).endpoint).toBe(endpoint)
})

test('known data cannot end its element', () => {
  const page = withKnown(KNOWN_PLACE, { ...toKnown(SETTINGS), endpoint: '</script>' })
  expect(page).toContain('"\\u003c/script>"')
})

/** Promise: the set-up page that a proxy serves has the proxy's own addresses, and the address of the page counts before them. */
import { expect, test } from 'vitest'
import { KNOWN_PLACE, toKnown, withKnown } from '../../../src/setup/known.js'
import { createState } from '../../../src/setup/state.js'

const SETTINGS = {
  port: 8787,
  path: '/ringup',
  apiUrl: 'https://api.example.com',
  lists: new Map([['club', { id: '7' }]]),
}

test.each([
  ['https://shop.example', 'https://shop.example/ringup', 'its web server leads to the proxy'],
  ['http://localhost:3000', 'http://localhost:8787/ringup', 'a trial has none'],
])('the endpoint of %s is %s: %s', (origin, endpoint) => {
  const known = toKnown({ ...SETTINGS, origins: [origin] })
  expect(createState('', known).choices).toMatchObject({
    origin,
    endpoint,
    apiUrl: 'https://api.example.com',
    list: 'club',
    listId: '7',
  })
})

test('on Shopify the usual endpoint is a subdomain', () => {
  const known = toKnown({ ...SETTINGS, origins: ['https://shop.example'] })
  expect(createState('#system=shopify', known).choices.endpoint).toBe('https://events.shop.example/ringup')
})

test('a port that the system chooses leads nowhere', () => {
  const known = toKnown({ ...SETTINGS, origins: ['http://localhost:4000'], port: 0 })
  expect(createState('', known).choices.endpoint).toBe('http://localhost:4000/ringup')
})

test('a proxy without lists names none', () => {
  expect(toKnown({ ...SETTINGS, origins: [], lists: new Map() })).toMatchObject({ list: '', listId: '' })
})

test('what the address says counts first', () => {
  const known = toKnown({ ...SETTINGS, origins: ['http://localhost:3000'] })
  expect(createState('#list=tea', known).choices).toMatchObject({ list: 'tea', endpoint: known.endpoint })
})

test('nothing that is known ends its element', () => {
  expect(withKnown(KNOWN_PLACE, { list: '</script>' })).toContain('{"list":"\\u003c/script>"}')
})

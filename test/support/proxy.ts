/** What tests of the proxy share: settings, events as they are on the wire, and places to keep them. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../src/proxy/settings.js'
import { newEmail } from './api.js'

export const ORIGIN = 'https://shop.example'
export const API_KEY = 'Token s3cret-of-the-shop'

export function createSettings(more: Partial<Settings> = {}): Settings {
  return {
    apiUrl: 'http://127.0.0.1:1',
    apiAuthorization: API_KEY,
    origins: [ORIGIN],
    lists: new Map([
      ['newsletter', { id: '42', fields: ['first_name', 'city'] }],
      ['everything', { id: '43', fields: '*' }],
    ]),
    database: ':memory:',
    keys: [Buffer.alloc(32, 7)],
    signingSecrets: [],
    serverTokens: [],
    shopifySecrets: [],
    wooCommerceSecrets: [],
    requireSignature: [],
    trustedHops: 0,
    allowOpaqueOrigin: false,
    ratePerIp: 1e9,
    rateTotal: 1e9,
    host: '127.0.0.1',
    port: 0,
    adminHost: '127.0.0.1',
    adminPort: 0,
    adminTokens: [],
    adminNames: [],
    alertUrl: undefined,
    path: '/ringup',
    apiConcurrency: 4,
    forwardDelayMs: { least: 0, most: 0 },
    queueEvents: 50_000,
    queueBytes: 200 * 1024 * 1024,
    deadLetters: 10_000,
    deadLetterBytes: 50 * 1024 * 1024,
    dailyConversions: 20,
    dailySignUps: 5,
    schema: 'ringup',
    ...more,
  }
}

/** An order as it is on the wire. */
export function newOrder(body: object = {}, envelope: object = {}) {
  const order_number = `A-${randomUUID()}`
  const order = { email: newEmail(), cart_data: { order_number, cart_value: 1999 }, ...body }
  return { v: 1, id: randomUUID(), kind: 'convert', age: 0, body: order, ...envelope }
}

/** A sign-up as it is on the wire. */
export function newSignUp(body: object = {}, envelope: object = {}) {
  const contact = { email: newEmail(), first_name: 'Ada', ...body }
  return { v: 1, id: randomUUID(), kind: 'addToList', list: 'newsletter', age: 0, body: contact, ...envelope }
}

/** As a browser's page sends it. */
export function toRequest(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request('http://proxy.example/ringup', {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'text/plain;charset=UTF-8', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export function newFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'ringup-proxy-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Shared by tests of the proxy: settings, events in the wire's format, and databases. */
import { randomUUID } from 'node:crypto'
import { createProxy, type IncomingEvent, type Line, type Parts } from '../../src/proxy/index.js'
import type { RefusedReport } from '../../src/proxy/queue/index.js'
import { readSettings, type Settings } from '../../src/proxy/settings.js'
import { newEmail } from './api.js'

export { newFolder } from './folder.js'

export const ORIGIN = 'https://shop.example'
export const API_KEY = 'Token s3cret-of-the-shop'

const VARIABLES = {
  RINGUP_API_URL: 'http://127.0.0.1:1',
  RINGUP_API_AUTHORIZATION: API_KEY,
  RINGUP_ORIGINS: ORIGIN,
  RINGUP_LISTS: JSON.stringify({
    newsletter: { id: '42', fields: ['first_name', 'city'] },
    everything: { id: '43', fields: '*' },
  }),
  RINGUP_KEY: Buffer.alloc(32, 7).toString('base64'),
  RINGUP_ADMIN_PORT: '0',
  PORT: '0',
}

/** Makes the default settings, but with a database in memory, free ports, and without rate limits. */
export function createSettings(more: Partial<Settings> = {}): Settings {
  return { ...readSettings(VARIABLES), database: ':memory:', ratePerIp: 1e9, rateTotal: 1e9, ...more }
}

/**
 * Creates the proxy's request handler on a queue that accepts every event immediately.
 *
 * @returns the handler, and its stored events and log
 */
export function createHandler(settings: Partial<Settings> = {}, parts: Partial<Parts> = {}) {
  const stored: IncomingEvent[] = []
  const refused: RefusedReport[] = []
  const logged: Line[] = []
  const accept: Parts['queue']['accept'] = async (arrival) => {
    stored.push(arrival)
    return 'new'
  }
  const log = (line: Line) => void logged.push(line)
  const refuse: Parts['queue']['refuse'] = async (report) => void refused.push(report)
  const usual: Parts = { queue: { accept, refuse }, onAccepted: () => {}, log, files: [] }
  return { handle: createProxy(createSettings(settings), { ...usual, ...parts }), stored, refused, logged }
}

/** An order in a page's format. */
export function newOrder(order: object = {}, envelope: object = {}) {
  const { body, ...event } = newServerOrder(order)
  return { ...event, v: 3, raw: { passed: [body] }, ...envelope }
}

/** A sign-up in a page's format. */
export function newSignUp(contact: object = {}, envelope: object = {}) {
  const { body, ...event } = newServerSignUp(contact)
  return { ...event, v: 3, raw: { passed: [body] }, ...envelope }
}

/** Reads the order or contact of an event in a page's format. */
export const toPassed = <Fields>({ raw }: { raw: { passed: Fields[] } }): Fields => raw.passed[0] as Fields // `newOrder` and `newSignUp` pass one

/** An order in a back end's format. */
export function newServerOrder(body: object = {}, envelope: object = {}) {
  const order_number = `A-${randomUUID()}`
  const order = { email: newEmail(), cart_data: { order_number, cart_value: 1999 }, ...body }
  return { v: 1, id: randomUUID(), kind: 'convert', age: 0, body: order, ...envelope }
}

/** A sign-up in a back end's format. */
export function newServerSignUp(body: object = {}, envelope: object = {}) {
  const contact = { email: newEmail(), first_name: 'Ada', ...body }
  return { v: 1, id: randomUUID(), kind: 'addToList', list: 'newsletter', age: 0, body: contact, ...envelope }
}

/** Makes a request as a browser sends it. */
export function toRequest(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request('http://proxy.example/ringup', {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'text/plain;charset=UTF-8', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

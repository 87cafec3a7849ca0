/**
 * A proxy with an event in each state that an operator may see: delivered, refused, waiting, and for an unknown list.
 */
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Line } from '../../src/proxy/log/line.js'
import type { Settings } from '../../src/proxy/settings.js'
import { countHeld } from './count-held.js'
import { storeDeadLetter } from './dead-letter.js'
import { newFolder, newOrder, newSignUp, ORIGIN } from './proxy.js'
import { type OwnProxy, openProxy, serve } from './servers.js'
import { until } from './until.js'
import { HEADERS, send } from './wire.js'

export const ADMIN_TOKEN = 'token-of-the-operator'
/** An id without digits, so that a search for an order's number cannot match it. */
const toId = (letter: string) => '00000000-0000-4000-8000-000000000000'.replaceAll('0', letter)
const toOrder = (name: string, order_number: string, id: string) =>
  newOrder(
    {
      email: `${name}-secret@mail.example.com`,
      cart_data: { order_number, cart_value: 4373, note: 'secret note' },
      cart_items: [{ product_id: 'CUP' }],
    },
    { id },
  )

/** Makes the events, by their outcome. */
export function newEvents() {
  return {
    delivered: toOrder('ada', '1001', toId('b')),
    refused: toOrder('bob', '1002', toId('c')),
    waiting: toOrder('eve', '1003', toId('d')),
    unknownList: newSignUp({ email: 'max-secret@mail.example.com' }, { id: toId('e') }),
  }
}
export const ANSWER = '{"email":["bob-secret is not known"],"birthdate":["Not a date."]}'

const STATUS: Record<string, number> = { ada: 200, bob: 422, eve: 503, max: 404 }

export interface OperatorProxy extends OwnProxy {
  events: ReturnType<typeof newEvents>
  logged: Line[]
  post(event: object, origin?: string): Promise<number>
  /** From now on, the API accepts all events. */
  mend(): void
}

/** @param settings in addition to the operator's token and the database file */
export async function startOperatorProxy(more: Partial<Settings> = {}, events = newEvents()) {
  let isMended = false
  const api = await serve(async (request, response) => {
    const { email } = JSON.parse(await text(request))
    const [name = ''] = (email ?? '').split('-')
    const status = email === undefined ? 400 : isMended ? 200 : (STATUS[name] ?? 200) // a test order is `{}`
    // The next attempt is an hour away, so a test does not depend on a random wait.
    const headers = { 'content-type': 'application/json', ...(status === 503 && { 'retry-after': '3600' }) }
    response.writeHead(status, headers).end(status === 422 ? ANSWER : '{}')
  })
  const folder = newFolder()
  const database = more.database ?? join(folder.path, 'ringup.db')
  await storeDeadLetter({ apiUrl: api.url, database }, events.refused, ANSWER)
  const logged: Line[] = []
  const proxy = await openProxy(
    { apiUrl: api.url, adminTokens: [ADMIN_TOKEN], ...more, database },
    {
      pageFolder: pathToFileURL(`${resolve('dist')}/`),
      log: (line) => void logged.push(line),
    },
  )
  const operator: OperatorProxy = {
    ...proxy,
    events,
    logged,
    post: async (event, origin = ORIGIN) =>
      (await send(proxy.url, { headers: { ...HEADERS, origin }, body: event })).status,
    mend() {
      isMended = true
    },
    async remove() {
      await proxy.remove()
      folder.remove()
      api.stop()
    },
  }
  for (const event of [events.delivered, events.waiting, events.unknownList]) await operator.post(event)
  await operator.post(events.delivered, 'https://not-the-shop.example')
  await operator.post({ v: 1 })
  await until(async () => (await countHeld(database)).reasons.join() === 'busy,refused,unknown_list')
  return operator
}

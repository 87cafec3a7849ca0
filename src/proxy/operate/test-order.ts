/** A test order from the proxy itself, in the page's form. */
import { randomUUID } from 'node:crypto'
import { toTestOrder } from '../../contract/test-order.js'
import type { Settings } from '../settings.js'
import { toRefusal } from './find.js'

/**
 * Sends a test order to the proxy, as a page of RINGUP_ORIGINS.
 *
 * @param server the address without the path. `send` gets the request for it
 * @returns the event. If the proxy has not accepted it, also the reason in a sentence
 * @throws the errors of `send`
 */
export async function placeTestOrder(
  { path, origins }: Pick<Settings, 'path' | 'origins'>,
  server: string,
  send: (request: Request) => Promise<Response>,
) {
  const event = toTestOrder(randomUUID())
  const headers = { origin: origins[0] ?? '', 'content-type': 'text/plain;charset=UTF-8' }
  const answer = await send(new Request(server + path, { method: 'POST', headers, body: JSON.stringify(event) }))
  const { code = 'no code' } = Object(await answer.json().catch(() => undefined)) // or another server has answered
  const stopped = `The proxy refused the test order (${answer.status} ${code}): ${toRefusal(code)}`
  return { event, stopped: answer.status === 202 ? undefined : stopped }
}

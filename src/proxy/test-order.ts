/** A test order from the proxy itself, as a page would send it. */
import { randomUUID } from 'node:crypto'
import { toTestOrder } from '../contract/test-order.js'
import { toRefusal } from './operate/find.js'
import type { Settings } from './settings.js'

/**
 * Sends a test order to the proxy, as a page of RINGUP_ORIGINS.
 *
 * @param server without the path; `send` takes what would go there
 * @returns the event, and, where the proxy has not taken it, why not, in a sentence
 * @throws what `send` throws
 */
export async function placeTestOrder(
  { path, origins }: Pick<Settings, 'path' | 'origins'>,
  server: string,
  send: (request: Request) => Promise<Response>,
) {
  const event = toTestOrder(randomUUID())
  const headers = { origin: origins[0] ?? '', 'content-type': 'text/plain;charset=UTF-8' }
  const answer = await send(new Request(server + path, { method: 'POST', headers, body: JSON.stringify(event) }))
  const { code = 'no code' } = Object(await answer.json().catch(() => undefined)) // or it is no proxy's
  const stopped = `The test order stopped at the proxy’s door (${answer.status} ${code}): ${toRefusal(code)}`
  return { event, stopped: answer.status === 202 ? undefined : stopped }
}

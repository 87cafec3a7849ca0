/** A test order from the proxy itself, as a page would send it. */
import { randomUUID } from 'node:crypto'
import { toTestOrder } from '../contract/test-order.js'

export const newTestOrder = () => toTestOrder(randomUUID())

/** @param origin one of RINGUP_ORIGINS */
export const toTestRequest = (url: string, origin: string, event: object) =>
  new Request(url, {
    method: 'POST',
    headers: { origin, 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify(event),
  })

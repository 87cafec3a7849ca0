/** Sends a test order the whole way, as a page would, and says at which step it stopped. The API does not convert it. */
import { type Finding, ok, problem } from '../../../../contract/finding.js'
import { toTestNumber } from '../../../../contract/test-order.js'
import type { Trace } from '../../../queue/index.js'
import type { Settings } from '../../../settings.js'
import { placeTestOrder } from '../../test-order.js'
import { withQueue } from '../storage.js'
import { judgeTrace, STAYS } from './judge-trace.js'

const TIMEOUT_MS = 10_000
/** The API has 10 s to answer, and the event may wait for others. */
const LONGEST_MS = 60_000
const LOOK_MS = 250

export async function* sendTestOrder(settings: Settings): AsyncGenerator<Finding> {
  const server = toLocalUrl(settings.host, settings.port)
  const send = (request: Request) => fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const placed = await placeTestOrder(settings, server, send).catch(() => undefined)
  if (!placed)
    return yield problem(`The test order stopped before the proxy: nothing answers at ${server}${settings.path}.`)
  const { event, stopped } = placed
  if (stopped !== undefined) return yield problem(stopped)
  yield ok(`The proxy has accepted the test order ${toTestNumber(event.id)}, event ${event.id}.`)
  yield judgeTrace(await waitForEnd(event.id)) ?? problem(STAYS)
}

/** The address by which this machine reaches a program that listens there. */
function toLocalUrl(host: string, port: number): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/** Waits until the API has answered, for a minute at most. @returns undefined if this database does not have the order */
async function waitForEnd(id: string): Promise<Trace | undefined> {
  const untilMs = Date.now() + LONGEST_MS
  for (;;) {
    const [trace] = await withQueue((admin) => admin.find({ id }))
    if (!trace || judgeTrace(trace) || Date.now() > untilMs) return trace
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

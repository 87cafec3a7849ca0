/** What every guard gets and answers. */
import type { Readable } from 'node:stream'
import type { Event } from '../../contract/event.js'
import type { Problem as InputProblem } from '../../contract/said.js'
import type { Problem } from '../problem.js'
import type { RefusedReport } from '../queue/index.js'
import type { WebhookSummary } from '../webhooks/platform.js'

/** What a runtime knows of a request beside the request. */
export interface Client {
  /** The socket's address. Without it, and without a trusted hop that says it, nobody is limited by address. */
  address?: string | undefined
  /** The body as Node has it: read so, it takes a fraction of the CPU time that `request.body` takes. */
  body?: Readable
}

/** One request on its way through the guards; each adds what it has learnt. */
export interface RequestContext {
  readonly request: Request
  readonly client: Client
  /** Whether a back end of the shop has sent this, with the server token. `createOriginCheck` says so. */
  fromServer: boolean
  /** Its network sends many requests; `createRateChecks` says so. */
  isNoisy: boolean
  /** The widest network that the request is counted for, set by `createRateChecks`. */
  network?: string
  /** The parsed JSON, set by `createBodyCheck`. */
  json?: unknown
  /** The event, set by `createShapeCheck`; `createSignatureCheck` takes from it what it may not write. */
  event?: Event
  /** A report that cannot become an event, set by `createShapeCheck`. It is kept for the operator. */
  report?: RefusedReport
  /** Where each item of the order stood in what was sent, set by `createShapeCheck`. Problems name an item by this place. */
  itemPlaces?: number[]
  /** Whether somebody vouches for the event, set by `createSignatureCheck`. */
  signed: boolean
  /** What was left out: `createShapeCheck` adds what could not be read, `createSignatureCheck` links that lead elsewhere. */
  problems: InputProblem[]
  /** Names of the fields that the settings, or a missing signature, do not let through. */
  ignored: string[]
  /** The order's second name, by which it is found too; webhooks set it. */
  orderName?: string
  /** What became of a webhook. */
  webhook?: WebhookSummary
}

export type Guard = (context: RequestContext) => Problem | undefined | Promise<Problem | undefined>

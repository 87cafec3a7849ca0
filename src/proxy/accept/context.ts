/** The input and the result of every guard. */
import type { Readable } from 'node:stream'
import type { Event } from '../../contract/event.js'
import type { Problem as InputProblem } from '../../contract/raw.js'
import type { WebhookSummary } from '../log/answer-summary.js'
import type { Sender } from '../network.js'
import type { Problem } from '../problem.js'
import type { RefusedReport } from '../queue/index.js'

/** The runtime's knowledge of a request. */
export interface Client {
  /** The socket's address. Without it and without a trusted hop, requests are not limited by address. */
  address?: string | undefined
  /** The body as Node's stream. Reading it takes a fraction of the CPU time that `request.body` takes. */
  body?: Readable
}

/** One request on its way through the guards. Each guard adds its findings. */
export interface RequestContext {
  readonly request: Request
  readonly client: Client
  /** The address and network of the sender. Undefined if the address is not known. */
  readonly sender: Sender | undefined
  /** A back end of the shop sent this request, with the server token. Set by `createOriginCheck`. */
  fromServer: boolean
  /** The parsed JSON. Set by `createBodyCheck`. */
  json?: unknown
  /** The event. Set by `createShapeCheck`. `createSignatureCheck` removes the fields that it may not write. */
  event?: Event
  /** A report that cannot become an event. Set by `createShapeCheck`, and stored for the operator. */
  report?: RefusedReport
  /**
   * The place of each item of the order in the request. Set by `createShapeCheck`. Problems name an item by this place.
   */
  itemPlaces?: number[]
  /** The event has a valid signature or the server token. Set by `createSignatureCheck`. */
  signed: boolean
  /**
   * The fields that were left out. `createShapeCheck` adds unreadable fields, and `createSignatureCheck` adds foreign
   * links.
   */
  problems: InputProblem[]
  /** Names of the fields that the settings or a missing signature do not allow. */
  ignored: string[]
  /** The order's second name, which `find` also accepts. Webhooks set it. */
  orderName?: string
  /** The result of a webhook. */
  webhook?: WebhookSummary
}

export type Guard = (context: RequestContext) => Problem | undefined | Promise<Problem | undefined>

/** Names the network of a page's report. A platform and a back end send all of theirs from one network. */
export const toNetwork = ({ sender, webhook, fromServer }: RequestContext): { network?: string } =>
  sender && !webhook && !fromServer ? { network: sender.network } : {}

/**
 * Server truth: orders that the shop's platform itself reports, at `{path}/webhooks/{platform}`. So an order whose
 * script was blocked arrives too. If page and platform both report an order, its number and e-mail identify it as one.
 *
 * The sender knows the platform's secret, so the order counts as signed. It has no origin, because it does not come from a page. A
 * genuine webhook without an order is answered 200, because otherwise the platform would retry it and then switch the
 * webhook off. It is logged and counted.
 */
import { randomUUID } from 'node:crypto'
import { MAX_AGE_MS } from '../../contract/limits.js'
import { isFields } from '../../normalise/fields.js'
import { answerJson } from '../accept/answer.js'
import { readBody } from '../accept/body.js'
import type { RequestContext } from '../accept/context.js'
import { createAddressLimit } from '../accept/rate.js'
import { createShapeCheck } from '../accept/shape.js'
import type { IgnoreReason } from '../log/answer-summary.js'
import type { Log } from '../log/line.js'
import type { Problem } from '../problem.js'
import type { Settings } from '../settings.js'
import type { Platform, WebhookOrder } from './platform.js'
import { createRoom } from './room.js'
import { SHOPIFY } from './shopify.js'
import { createSignatureCheck, isSignature } from './signature.js'
import { WOOCOMMERCE } from './woocommerce.js'

const PLATFORMS: Platform[] = [SHOPIFY, WOOCOMMERCE]
/** The longest ping. It is read before its sender is verified. */
const MAX_PING_BYTES = 256
/** 500 lines, which is Shopify's limit, with taxes, discounts and properties, at some 6 KB each. */
const MAX_WEBHOOK_BYTES = 4 * 1024 * 1024

export type WebhookHandler = (context: RequestContext) => Promise<Response | Problem>

interface Parts {
  log: Log
  now: () => number
  /** Stores the event of the context, and answers. */
  accept: WebhookHandler
}

/** Creates the handlers, by path, of the platforms whose secret the settings have. */
export function createWebhooks(settings: Settings, { log, now, accept }: Parts): Map<string, WebhookHandler> {
  const platforms = PLATFORMS.filter((platform) => platform.readSecrets(settings).length > 0)
  // Only forgeries count. All genuine webhooks may come from one address.
  const forgeries = createAddressLimit(settings, now)
  const withinRoom = createRoom()
  const checkShape = createShapeCheck(settings)

  async function handle(context: RequestContext, platform: Platform): Promise<Response | Problem> {
    const { request } = context
    if (request.method !== 'POST') return { code: 'method' }
    const tooMany = forgeries.check(context)
    if (tooMany) return tooMany
    const body = await readGenuine(context, platform)
    if (body === 'ping') return ignore(context, platform, 'ping')
    if (!(body instanceof Uint8Array)) {
      if (body.code === 'webhook_signature') forgeries.count(context)
      return body
    }
    const order = readOrder(body, platform, request.headers.get(platform.topic) ?? '')
    if (typeof order === 'string') return ignore(context, platform, order)
    const ageMs = Math.max(0, now() - (order.occurredMs ?? now()))
    if (ageMs >= MAX_AGE_MS) return ignore(context, platform, 'too_old')
    if (order.raw.emails?.length === 0) return ignore(context, platform, 'no_email')
    context.json = toEnvelope(order, ageMs)
    if ((await checkShape(context)) || !hasNumber(context)) return ignore(context, platform, 'unreadable')
    context.signed = true
    if (order.name !== undefined) context.orderName = order.name
    context.webhook = { platform: platform.name, outcome: 'accepted' }
    return accept(context)
  }

  async function readGenuine(context: RequestContext, platform: Platform) {
    const signature = context.request.headers.get(platform.signature)
    if (!isSignature(signature)) {
      const body = await readBody(context, MAX_PING_BYTES)
      const isPing = signature === null && body instanceof Uint8Array && platform.isPing(Buffer.from(body).toString())
      return isPing ? 'ping' : FORGERY
    }
    const check = createSignatureCheck(signature, platform.readSecrets(settings))
    const body = await withinRoom(context, MAX_WEBHOOK_BYTES, (signal) =>
      readBody(context, MAX_WEBHOOK_BYTES, { onPiece: check.update, signal }),
    )
    return !(body instanceof Uint8Array) || check.isGenuine() ? body : FORGERY
  }

  /**
   * Answers a webhook without an order and logs the reason. A ping has only its request's line, because any client can
   * send one.
   */
  function ignore(context: RequestContext, { name }: Platform, reason: IgnoreReason): Response {
    context.webhook = { platform: name, outcome: reason }
    if (reason !== 'ping') log({ event: toLineName(reason), platform: name, reason })
    return answerJson(200, { ok: true, ignored: reason })
  }

  return new Map(
    platforms.map((platform) => [
      `${settings.path}/webhooks/${platform.name}`,
      (context: RequestContext) => handle(context, platform),
    ]),
  )
}

const FORGERY: Problem = { code: 'webhook_signature' }

/** A missing order is a warning if an operator must look at its reason. */
const toLineName = (reason: IgnoreReason) =>
  ['no_email', 'unreadable', 'too_old'].includes(reason) ? 'webhook_order_missing' : 'webhook_ignored'

function readOrder(body: Uint8Array, platform: Platform, topic: string): WebhookOrder | IgnoreReason {
  let order: unknown
  try {
    order = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return 'unreadable' // signed, but not JSON
  }
  return isFields(order) ? platform.readOrder(order, topic) : 'unreadable'
}

/**
 * Puts the platform's order into an envelope for the reader. The id is new each time, because number and e-mail
 * identify a duplicate.
 */
const toEnvelope = ({ raw }: WebhookOrder, ageMs: number) => ({
  v: 3,
  id: randomUUID(),
  kind: 'convert',
  age: ageMs,
  raw,
})

/** Checks the order number. Without it, each webhook about the order would count as a new order. */
const hasNumber = ({ event }: RequestContext) =>
  event?.kind === 'convert' && event.body.cart_data?.order_number !== undefined

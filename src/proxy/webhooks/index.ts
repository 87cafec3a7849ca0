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
import { createBodyQuota, ROOM_FOR_WEBHOOKS } from '../accept/body-quota.js'
import type { RequestContext } from '../accept/context.js'
import { createFailureChecks } from '../accept/rate.js'
import { createShapeCheck } from '../accept/shape.js'
import type { Log } from '../log/line.js'
import type { Problem } from '../problem.js'
import type { Settings } from '../settings.js'
import type { FoundOrder, Ignored, Platform } from './platform.js'
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
export function createWebhooks(settings: Settings, parts: Parts): Map<string, WebhookHandler> {
  const ready = PLATFORMS.filter((platform) => platform.readSecrets(settings).length > 0)
  const { checkFailures, countFailure } = createFailureChecks(settings, parts.now)
  const quota = createBodyQuota(ROOM_FOR_WEBHOOKS, settings)
  const checkShape = createShapeCheck(settings)

  async function handle(context: RequestContext, platform: Platform): Promise<Response | Problem> {
    const { request } = context
    if (request.method !== 'POST') return { code: 'method' }
    const tooMany = checkFailures(context)
    if (tooMany) return tooMany
    const body = await readGenuine(context, platform)
    if (body === 'ping') return ignore(context, platform, 'ping')
    if (!(body instanceof Uint8Array)) {
      if (body.code === 'webhook_signature') countFailure(context)
      return body
    }
    const found = readOrder(body, platform, request.headers.get(platform.topic) ?? '')
    if (typeof found === 'string') return ignore(context, platform, found)
    const ageMs = Math.max(0, parts.now() - (found.occurredMs ?? parts.now()))
    if (ageMs >= MAX_AGE_MS) return ignore(context, platform, 'too_old')
    if (found.said.emails?.length === 0) return ignore(context, platform, 'no_email')
    context.json = toEnvelope(found, ageMs)
    if ((await checkShape(context)) || !hasNumber(context)) return ignore(context, platform, 'unreadable')
    context.signed = true
    if (found.name !== undefined) context.orderName = found.name
    context.webhook = { platform: platform.name, outcome: 'accepted' }
    return parts.accept(context)
  }

  async function readGenuine(context: RequestContext, platform: Platform) {
    const signature = context.request.headers.get(platform.signature)
    if (!isSignature(signature)) {
      const body = await readBody(context, MAX_PING_BYTES)
      const isPing = signature === null && body instanceof Uint8Array && platform.isPing(Buffer.from(body).toString())
      return isPing ? 'ping' : toForged()
    }
    const check = createSignatureCheck(signature, platform.readSecrets(settings))
    const body = await quota.within(context, MAX_WEBHOOK_BYTES, (signal) =>
      readBody(context, MAX_WEBHOOK_BYTES, { onPiece: check.update, signal }),
    )
    return !(body instanceof Uint8Array) || check.isGenuine() ? body : toForged()
  }

  /**
   * Answers a webhook without an order and logs the reason. A ping has only its request's line, because any client can
   * send one.
   */
  function ignore(context: RequestContext, { name }: Platform, reason: Ignored): Response {
    context.webhook = { platform: name, outcome: reason }
    if (reason !== 'ping') parts.log({ event: toLineName(reason), platform: name, reason })
    return answerJson(200, { ok: true, ignored: reason })
  }

  return new Map(
    ready.map((platform) => [
      `${settings.path}/webhooks/${platform.name}`,
      (context: RequestContext) => handle(context, platform),
    ]),
  )
}

const toForged = (): Problem => ({ code: 'webhook_signature' })

/** A missing order is a warning if an operator must look at its reason. */
const toLineName = (reason: Ignored) =>
  ['no_email', 'unreadable', 'too_old'].includes(reason) ? 'webhook_order_missing' : 'webhook_ignored'

function readOrder(body: Uint8Array, platform: Platform, topic: string): FoundOrder | Ignored {
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
const toEnvelope = ({ said }: FoundOrder, ageMs: number) => ({
  v: 2,
  id: randomUUID(),
  kind: 'convert',
  age: ageMs,
  said,
})

/** Checks the order number. Without it, each webhook about the order would count as a new order. */
const hasNumber = ({ event }: RequestContext) =>
  event?.kind === 'convert' && event.body.cart_data?.order_number !== undefined

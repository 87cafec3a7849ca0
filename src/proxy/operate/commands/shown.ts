/** What the operator sees of an event: without customers' data, unless it is asked for. */
import { toMaskedEmail } from '../../../contract/masked-email.js'
import type { Listed } from '../../queue/index.js'
import { REASONS } from '../sentences.js'
import { toMaskedAnswer, toMaskedBody, toMaskedOrder } from './mask.js'

/** One of many, `reveal`: with e-mail and order number as they are. */
export function toSummary(event: Listed, nowMs: number, reveal = false) {
  const { body, occurredMs, receivedMs, nextMs: _next, diedMs: _died, ...rest } = event
  const order = toOrderNumber(event)
  return {
    ...rest,
    ageMs: nowMs - occurredMs,
    ...toTimes(event),
    email: body ? (reveal ? body.email : toMaskedEmail(body.email)) : null,
    ...(order !== undefined && { order: reveal ? order : toMaskedOrder(order) }),
  }
}

/** One alone, `reveal`: with customers' data. The body is null when it cannot be read. */
export function toDetail(event: Listed, reveal = false) {
  const { body, occurredMs, receivedMs, nextMs: _next, diedMs: _died, answer, ...rest } = event
  const means = rest.reason && { means: REASONS[rest.reason] }
  return {
    ...rest,
    ...means,
    ...toTimes(event),
    ...(answer !== undefined && { answer: reveal ? answer : toMaskedAnswer(answer) }),
    body: reveal ? (body ?? null) : toMaskedBody(event),
  }
}

/** Undefined: it is none, has none, or cannot be read. */
export const toOrderNumber = ({ kind, body }: Pick<Listed, 'kind' | 'body'>): string | undefined =>
  kind === 'convert' && body && 'cart_data' in body ? toText(Object(body.cart_data).order_number) : undefined

const toText = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))

const toTimes = ({ occurredMs, receivedMs, nextMs, diedMs }: Listed) => ({
  occurred: new Date(occurredMs).toISOString(),
  received: new Date(receivedMs).toISOString(),
  ...(nextMs !== undefined && { next: new Date(nextMs).toISOString() }),
  ...(diedMs !== undefined && { died: new Date(diedMs).toISOString() }),
})

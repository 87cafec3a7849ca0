/** The events that the snippet sends, and the proxy's answers: the envelope around the API's own payloads. */
import * as z from 'zod/mini'
import { Contact } from './contact.js'
import { Conversion } from './conversion.js'
import { LIST_PATTERN } from './limits.js'
import { Problem, Raw } from './raw.js'

const envelope = {
  /** Identifies the event. A second event with the same id is ignored. */
  id: z.uuid(),
  /**
   * Milliseconds since the order or sign-up, measured at each send. Shoppers' clocks are often wrong, but differences
   * are right.
   */
  age: z.number(),
  signature: z.optional(z.string()),
}

const List = z.string().check(z.regex(LIST_PATTERN))

/**
 * An event that is already read: its body is the API's own payload. A shop's back end sends this form.
 */
export const Event = z.discriminatedUnion('kind', [
  z.strictObject({ v: z.literal(1), ...envelope, kind: z.literal('convert'), body: Conversion }),
  z.strictObject({ v: z.literal(1), ...envelope, kind: z.literal('addToList'), list: List, body: Contact }),
])
export type Event = z.infer<typeof Event>

/** An event with the page's own data. The proxy reads it. */
export const RawEvent = z.discriminatedUnion('kind', [
  z.strictObject({ v: z.literal(3), ...envelope, kind: z.literal('convert'), raw: Raw }),
  z.strictObject({ v: z.literal(3), ...envelope, kind: z.literal('addToList'), list: List, raw: Raw }),
])
export type RawEvent = z.infer<typeof RawEvent>

/**
 * 202: the event is stored durably. `problems` names the fields that could not be read. `ignored` names the fields that
 * the proxy's settings or a missing signature did not allow.
 */
export const Accepted = z.object({
  ok: z.literal(true),
  id: z.uuid(),
  problems: z.optional(z.array(Problem)),
  ignored: z.optional(z.array(z.string())),
})
export type Accepted = z.infer<typeof Accepted>

/** Every other answer. It contains names of fields, and no sent value except the origin in a 403. */
export const Refusal = z.object({
  ok: z.literal(false),
  code: z.string(),
  fields: z.optional(z.array(z.string())),
  /** The list that was probably meant. */
  meant: z.optional(z.string()),
  /** All that could not be read of an order or sign-up without a readable e-mail. */
  problems: z.optional(z.array(Problem)),
  origin: z.optional(z.string()),
})
export type Refusal = z.infer<typeof Refusal>

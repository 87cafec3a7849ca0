/** What the snippet sends the proxy, and what the proxy answers: the envelope round the API's own payloads. */
import * as z from 'zod/mini'
import { Contact } from './contact.js'
import { Conversion } from './conversion.js'
import { LIST_PATTERN } from './limits.js'
import { Problem, Said } from './said.js'

const envelope = {
  /** Makes twice into once: a repeat of the same id has no second effect. */
  id: z.uuid(),
  /** Milliseconds since it happened, measured at this send. Clocks of shoppers are wrong; differences are not. */
  age: z.number(),
  signature: z.optional(z.string()),
}

const List = z.string().check(z.regex(LIST_PATTERN))

/** An event that is read already: the body is the API's own payload. A shop's back end sends it so, and older scripts did. */
export const Event = z.discriminatedUnion('kind', [
  z.strictObject({ v: z.literal(1), ...envelope, kind: z.literal('convert'), body: Conversion }),
  z.strictObject({ v: z.literal(1), ...envelope, kind: z.literal('addToList'), list: List, body: Contact }),
])
export type Event = z.infer<typeof Event>

/** An event as it was said: the proxy reads it. */
export const SaidEvent = z.discriminatedUnion('kind', [
  z.strictObject({ v: z.literal(2), ...envelope, kind: z.literal('convert'), said: Said }),
  z.strictObject({ v: z.literal(2), ...envelope, kind: z.literal('addToList'), list: List, said: Said }),
])
export type SaidEvent = z.infer<typeof SaidEvent>

/**
 * 202: the event is stored durably. `problems` names what could not be read, `ignored` the fields that the proxy's settings, or a
 * missing signature, did not let through.
 */
export const Accepted = z.object({
  ok: z.literal(true),
  id: z.uuid(),
  problems: z.optional(z.array(Problem)),
  ignored: z.optional(z.array(z.string())),
})
export type Accepted = z.infer<typeof Accepted>

/** Every other answer. Names of fields, never a value that was sent, but for the origin in a 403. */
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

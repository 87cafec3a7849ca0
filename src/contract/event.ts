/** What the snippet sends the proxy, and what the proxy answers: the envelope round the API's own payloads. */
import * as z from 'zod/mini'
import { Contact } from './contact.js'
import { Conversion } from './conversion.js'
import { LIST_PATTERN, WIRE_VERSION } from './limits.js'

const envelope = {
  v: z.literal(WIRE_VERSION),
  /** Makes twice into once: a repeat of the same id has no second effect. */
  id: z.uuid(),
  /** Milliseconds since it happened, measured at this send. Clocks of shoppers are wrong; differences are not. */
  age: z.number(),
  signature: z.optional(z.string()),
}

export const Event = z.discriminatedUnion('kind', [
  z.strictObject({ ...envelope, kind: z.literal('convert'), body: Conversion }),
  z.strictObject({
    ...envelope,
    kind: z.literal('addToList'),
    list: z.string().check(z.regex(LIST_PATTERN)),
    body: Contact,
  }),
])
export type Event = z.infer<typeof Event>

/** 202: the event is stored durably. `ignored` names the fields the proxy's settings did not let through. */
export const Accepted = z.object({ ok: z.literal(true), id: z.uuid(), ignored: z.optional(z.array(z.string())) })
export type Accepted = z.infer<typeof Accepted>

/** Every other answer. Names of fields, never a value that was sent, but for the origin in a 403. */
export const Refusal = z.object({
  ok: z.literal(false),
  code: z.string(),
  fields: z.optional(z.array(z.string())),
  origin: z.optional(z.string()),
})
export type Refusal = z.infer<typeof Refusal>

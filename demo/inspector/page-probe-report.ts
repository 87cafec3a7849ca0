/** What a page of the shop tells the inspector about itself. */
import * as z from 'zod/mini'

const PageOutcome = z.object({
  status: z.string(),
  reason: z.optional(z.string()),
  problems: z.array(z.object({ field: z.string(), code: z.string() })),
})
export type PageOutcome = z.infer<typeof PageOutcome>

const PageEvent = z.object({
  /** Path and query of the page. */
  page: z.string(),
  /** Where the page said it, and the text or JSON of it. */
  sources: z.array(z.object({ name: z.string(), text: z.string() })),
  /** What the adapters find there: an order exactly as the page has it. Absent of a sign-up, and of a call that says all itself. */
  found: z.optional(z.unknown()),
  /** It was said to a pixel in a frame of its own: what it finds, and what it is told, no page can see. */
  inFrame: z.optional(z.literal(true)),
})
export type PageEvent = z.infer<typeof PageEvent>

export const Report = z.object({
  /** Made up by the browser, to tell outboxes apart. */
  browser: z.string(),
  /** Milliseconds since the page was shown. */
  settledMs: z.number(),
  /** The page is being left. */
  left: z.boolean(),
  /** The number on the thank-you page. */
  order: z.optional(z.string()),
  /** Events kept in this browser. Absent where the page cannot know, for nothing of Ringup's has loaded there. */
  waiting: z.optional(
    z.array(z.object({ id: z.string(), kind: z.string(), attempts: z.number(), last: z.optional(z.string()) })),
  ),
  outcomes: z.array(z.extend(PageOutcome, { id: z.string(), kind: z.string(), list: z.optional(z.string()) })),
  pageEvents: z.array(z.extend(PageEvent, { id: z.string() })),
})
export type Report = z.infer<typeof Report>

/** “I don't know”: every source is tried on the same page, each for itself. */
import type { Problem } from '../../contract/said.js'
import type { Choices, Source } from '../choices/choices.js'
import type { Sample } from '../sample/sample.js'
import type { SnippetFile } from '../texts/script.js'
import { isOrder } from './body.js'
import { toEventName } from './events.js'
import { toPage } from './page.js'
import { type Body, tryOrder } from './try-out.js'

/** What one source has. */
export interface Finding {
  source: Source
  /** Undefined when it has no order. */
  body: Body | undefined
  problems: Problem[]
  /** The event of the data layer that the order came with, when another than was chosen. */
  event?: string
}

/** @param sources those that this platform has */
export function compareSources(
  sample: Sample,
  choices: Choices,
  sources: readonly Source[],
  snippet: SnippetFile,
): Finding[] {
  return sources.map((source) => findIn(source, sample, choices, snippet))
}

function findIn(source: Source, sample: Sample, choices: Choices, snippet: SnippetFile): Finding {
  if (source === 'call' && sample.passed === undefined) return { source, body: undefined, problems: [] }
  const event = source === 'data-layer' ? toEventName(sample, choices.event) : choices.event
  const { isAlone: _, ...page } = toPage({ ...choices, source, event }, snippet)
  const own: Sample = {
    ...sample,
    document: source === 'attributes' ? sample.document : withoutMarks(sample.document),
    passed: source === 'call' ? sample.passed : undefined,
  }
  const { body, problems } = tryOrder(own, { ...page, isAlone: false })
  const found = isOrder(body) ? { body, problems } : { body: undefined, problems: [] }
  return { source, ...found, ...(event !== choices.event && { event }) }
}

/** Marks win over what any other source has, so on a page with marks all would have the same. The e-mail's is for all. */
function withoutMarks(original: Document): Document {
  const document = original.cloneNode(true) as Document // of a document
  for (const element of document.querySelectorAll('[data-ringup]:not([data-ringup=email]), [data-ringup-item]')) {
    element.removeAttribute('data-ringup')
    element.removeAttribute('data-ringup-item')
  }
  return document
}

/** The one with the most of an order; of equals the one that is asked first. */
export function chooseBest(findings: Finding[]): Finding | undefined {
  const [best] = findings.filter(({ body }) => body).sort((one, other) => toWeight(other) - toWeight(one))
  return best
}

/** An order without number or items is of little use; a missing e-mail can be named. */
function toWeight({ body, problems }: Finding): number {
  const { email, cart_data = {}, cart_items = [] } = body ?? {}
  const has = [cart_data.order_number, cart_items.length > 0, cart_data.cart_value].filter(Boolean).length
  return has * 10 + (email ? 5 : 0) - Math.min(problems.length, 4)
}

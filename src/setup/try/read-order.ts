/** The sample of the order → what is said of it. */
import type { Choices, Source } from '../choices/choices.js'
import { findRecipe } from '../choices/systems.js'
import type { Sample } from '../sample/sample.js'
import type { SnippetFile } from '../texts/script.js'
import { isOrder, toSummary } from './body.js'
import { toPage } from './page.js'
import { toSentence } from './sentences.js'
import { type Body, type TrialResult, tryOrder } from './try-out.js'

export type State = 'good' | 'mixed' | 'bad' | 'empty'

export interface Reading {
  state: State
  /** What there is to say first. */
  line: string
  /** What is left out, in sentences. */
  problems: string[]
  /** About the sample itself. */
  notes: string[]
  /** Undefined when nothing was found. */
  body: Body | undefined
}

export async function readOrder(sample: Sample, choices: Choices, snippet: SnippetFile): Promise<Reading> {
  const result = await tryOrder(sample, toPage(choices, snippet))
  const hasOrder = isOrder(result.body)
  const problems = hasOrder ? result.problems.map((problem) => toSentence(problem, choices)) : []
  if (hasOrder && result.byItself === 'never') problems.unshift(toSilence(result))
  return {
    ...toVerdict(result, choices),
    problems,
    notes: [
      ...sample.notes,
      ...(result.byItself === 'when left' && result.status === 'accepted' ? [LATE] : []),
      ...result.consoleLines,
    ],
    body: hasOrder ? result.body : undefined,
  }
}

function toVerdict(result: TrialResult, choices: Choices): Pick<Reading, 'state' | 'line'> {
  const { body, problems, reason, byItself } = result
  if (!isOrder(body)) return { state: 'bad', line: toNothing(choices) }
  const found = `Found: ${toSummary(body)}.`
  const toBad = (line: string) => ({ state: 'bad' as const, line: `${found} ${line}` })
  if (reason === 'no_email') return toBad('There is no e-mail address, so nothing would be sent.')
  if (byItself === 'never') return toBad('The page would not report it.')
  if (result.status !== 'accepted') return toBad('It would not be sent.')
  const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`
  return problems.length > 0
    ? { state: 'mixed', line: `${found} It would be sent, but not all of it. ${count}.` }
    : { state: 'good', line: `${found} It would be sent. No problems.` }
}

function toNothing(choices: Choices): string {
  if (findRecipe(choices))
    return 'The recipe finds no order on this page. Is it the thank-you page, and the right shop system in step 1?'
  return NOTHING[choices.source || 'data-layer']
}

const NOTHING: Record<Source, string> = {
  'data-layer': 'No purchase is found in the data layer.',
  'json-ld': 'No schema.org Order is found.',
  attributes: 'No marked order is found: no element has data-ringup="order_number", and none is a data-ringup-item.',
  selectors: 'No order is found by these selectors.',
  call: 'No object for convert() is found.',
}

const LATE =
  'The page would wait for what is missing, 30 s at most, and report the order when the shopper turns away at the latest.'

const toSilence = ({ body }: TrialResult) =>
  body?.cart_data?.order_number
    ? 'The page would not report the order by itself: what the tag waits for does not come.'
    : 'The page would not report the order by itself: without an order number it could not be told from the next one.'

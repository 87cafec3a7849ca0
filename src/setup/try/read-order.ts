/** The sample of the order → what is said of it. */
import type { Problem } from '../../contract/said.js'
import { count } from '../../examine/count.js'
import { type Choices, type Source, toPlatform } from '../choices/choices.js'
import { findRecipe } from '../choices/systems.js'
import type { Sample } from '../sample/sample.js'
import type { SnippetFile } from '../texts/script.js'
import { isOrder, toSummary } from './body.js'
import { toDoubts, toHints } from './doubts.js'
import { toPage } from './page.js'
import { readNamed } from './read-named.js'
import { toSentence } from './sentences.js'
import { type Body, type TrialResult, tryOrder } from './try-out.js'

export type Grade = 'good' | 'mixed' | 'bad' | 'empty'

export interface Assessment {
  state: Grade
  /** What there is to say first. */
  line: string
  /** What is left out, or is probably read wrongly, in sentences. */
  problems: string[]
  /** About the sample itself. */
  notes: string[]
  /** Undefined when nothing was found. */
  body: Body | undefined
}

/** @param elsewhere sources in which there is an order */
export function readOrder(
  sample: Sample,
  choices: Choices,
  snippet: SnippetFile,
  elsewhere: Source[] = [],
): Assessment {
  const result = tryOrder(sample, toPage(choices, snippet))
  const { body } = result
  if (!isOrder(body)) {
    return { state: 'bad', line: toNothing(choices, elsewhere), problems: [], notes: sample.notes, body: undefined }
  }
  const doubts = toDoubts(body, choices)
  const toText = (problem: Problem) => toSentence(problem, readNamed(problem, choices, sample.document))
  return {
    ...toVerdict(result, body, doubts.length),
    problems: [
      ...(result.byItself === 'never' ? [toSilence(result)] : []),
      ...result.problems.filter(({ code }) => code !== result.reason).map(toText),
      ...doubts,
    ],
    notes: [
      ...sample.notes,
      ...toHints(body, choices),
      ...(result.byItself === 'when left' && result.status === 'accepted' ? [LATE] : []),
    ],
    body,
  }
}

function toVerdict(result: TrialResult, body: Body, doubts: number): Pick<Assessment, 'state' | 'line'> {
  const { problems, reason, byItself } = result
  const found = `Found: ${toSummary(body)}.`
  const toBad = (line: string) => ({ state: 'bad' as const, line: `${found} ${line}` })
  if (reason === 'no_email') return toBad('There is no e-mail address, so nothing would be sent.')
  if (byItself === 'never') return toBad('The page would not report it.')
  if (result.status !== 'accepted') return toBad('It would not be sent.')
  if (problems.length + doubts === 0) return { state: 'good', line: `${found} It would be sent. No problems.` }
  const lacks = problems.length > 0 ? `, but not all of it. ${count(problems.length, 'problem')}.` : '.'
  const doubted = doubts > 0 ? ` ${count(doubts, 'thing')} to check.` : ''
  return { state: 'mixed', line: `${found} It would be sent${lacks}${doubted}` }
}

function toNothing(choices: Choices, elsewhere: Source[]): string {
  if (findRecipe(choices))
    return 'The recipe finds no order on this page. Is it the thank-you page, and the right shop system in step 1?'
  const { source, selectors } = choices
  if (source === 'selectors' && Object.keys(selectors).length === 0) return POINT
  const nothing = NOTHING[source || 'data-layer']
  if (source === 'selectors' || toPlatform(choices) !== 'script-tag') return nothing
  return `${nothing} ${elsewhere.length > 0 ? 'Another place has one: choose it above.' : NOWHERE}`
}

const POINT =
  'The page does not say where its order is. Point at it in the preview: click a product, then the number, then the total.'
const NOWHERE = 'No other place has one either: choose “The page, by selectors”, and point at the order in the preview.'

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
    : 'The page would not report the order by itself: without an order number it could not be told apart from the next one.'

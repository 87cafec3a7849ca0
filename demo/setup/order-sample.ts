/** Step 4: the sample of the order → what is shown of it. */
import type { Choices, Source } from './choices.js'
import { find, findAs, setText, show } from './elements.js'
import { isChecked, type SnippetFile, toTag } from './installation.js'
import { readLabels } from './matches.js'
import { toPreview } from './preview.js'
import { type Sample, toDocument, toSample } from './sample.js'
import { toSentence } from './sentences.js'
import { type State, showOrder, showProblems, showVerdict, toMajor } from './show-result.js'
import { type Body, type Page, type Result, tryOrder } from './try-out.js'

export interface OrderView {
  state: State
  /** The verdict, and what else there is to say about it. */
  line: string
  more: string
  problems: string[]
  notes: string[]
  body: Body | undefined
  /** HTML; undefined where nothing of the page is marked. */
  preview: string | undefined
}

const EMPTY: OrderView = {
  state: 'empty',
  line: 'Paste a sample of your thank-you page, or use an example.',
  more: '',
  problems: [],
  notes: [],
  body: undefined,
  preview: undefined,
}

export async function readOrderSample(text: string, choices: Choices, snippet: SnippetFile): Promise<OrderView> {
  const sample = toSample(text, choices)
  if (!sample) return EMPTY
  // A tag manager's tag calls with what its trigger has seen; the reading is the same. Settings only a tag in the page has.
  const tag = toTag(
    { ...choices, ...(!isChecked(choices) && { email: '', value: '', decimal: '' }), platform: 'script-tag' },
    snippet,
  )
  const isAlone = choices.platform === 'script-tag' && choices.source !== 'call'
  const page: Page = {
    tag,
    isAlone,
    adapter: ADAPTER_OF[choices.source],
    dataLayer: choices.dataLayer,
    origin: choices.origin,
  }
  const result = await tryOrder(sample, page)
  const hasOrder = isOrder(result.body)
  const problems = result.problems.map((problem) => toSentence(problem, choices))
  if (hasOrder && result.byItself === 'never') problems.unshift(toSilence(result))
  return {
    ...toVerdict(result, choices),
    ...(!hasOrder && { more: await findElsewhere(sample, page, choices.source) }),
    problems,
    notes: [
      ...sample.notes,
      ...(result.byItself === 'when left' && result.status === 'accepted' ? [LATE] : []),
      ...result.said,
    ],
    body: hasOrder ? result.body : undefined,
    preview: toMarked(text, choices),
  }
}

const isOrder = (body: Body | undefined) =>
  Boolean(body?.cart_items?.length || Object.keys(body?.cart_data ?? {}).length)

function toVerdict(result: Result, { source }: Choices): Pick<OrderView, 'state' | 'line' | 'more'> {
  const { body, problems, reason, byItself } = result
  if (!isOrder(body)) return { state: 'bad', line: NOTHING[source], more: '' }
  const found = `Found: ${toSummary(body)}.`
  const toBad = (line: string) => ({ state: 'bad' as const, line: `${found} ${line}`, more: '' })
  if (reason === 'no_email') return toBad('There is no e-mail address, so nothing would be sent.')
  if (byItself === 'never') return toBad('The page would not report it.')
  if (result.status !== 'accepted') return toBad('It would not be sent.')
  const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`
  return problems.length > 0
    ? { state: 'mixed', line: `${found} It would be sent, but not all of it. ${count}.`, more: '' }
    : { state: 'good', line: `${found} It would be sent. No problems.`, more: '' }
}

const NOTHING: Record<Source, string> = {
  ga4: 'No purchase is found in the data layer.',
  'universal-analytics': 'No purchase is found in the data layer.',
  'json-ld': 'No schema.org Order is found.',
  attributes: 'No marked order is found: no element has data-ringup="order_number", and none is a data-ringup-item.',
  selectors: 'No order is found by these selectors.',
  call: 'No object for convert() is found.',
}

/** “order T-1042, 41.97, 2 items”. */
function toSummary(body: Body | undefined): string {
  const { order_number: number, cart_value: value } = body?.cart_data ?? {}
  const items = body?.cart_items?.length ?? 0
  const parts = [
    number ? `order ${number}` : 'an order without a number',
    ...(value === undefined ? [] : [toMajor(value)]),
    items === 1 ? '1 item' : `${items} items`,
  ]
  return parts.join(', ')
}

const LATE =
  'The page would wait for what is missing, 30 s at most, and report the order when the shopper turns away at the latest.'

const toSilence = ({ body }: Result) =>
  body?.cart_data?.order_number
    ? 'The page would not report the order by itself: what step 3 waits for does not come.'
    : 'The page would not report the order by itself: without an order number it could not be told from the next one.'

/** The data layer's event asks it alone, and so does the try without the event. */
const ADAPTER_OF: Partial<Record<Source, string>> = { ga4: 'data-layer', 'universal-analytics': 'data-layer' }

const ADAPTERS = { 'data-layer': 'the data layer', 'json-ld': 'JSON-LD', dom: 'marked elements' }

/** Nothing is there; what another source would find. */
async function findElsewhere(sample: Sample, page: Page, source: Source): Promise<string> {
  if (source === 'call') return ''
  const places: string[] = []
  for (const [adapter, name] of Object.entries(ADAPTERS)) {
    const tag = `<script src="/ringup/ringup.js" data-endpoint="/ringup" data-adapter="${adapter}"></script>`
    const { body } = await tryOrder(sample, { ...page, tag, isAlone: false, adapter: undefined })
    if (isOrder(body)) places.push(name)
  }
  return places.length > 0 ? `There is one in ${places.join(' and in ')}: choose that in step 3.` : ''
}

function toMarked(text: string, choices: Choices): string | undefined {
  if (choices.source !== 'attributes' && choices.source !== 'selectors') return undefined
  const document = toDocument(text, choices.origin)
  return toPreview(document, readLabels(document, choices))
}

export function showOrderSample({ state, line, more, problems, notes, body, preview }: OrderView): void {
  showVerdict('verdict', state, line, more)
  showProblems('problems', problems, notes)
  showOrder('found', body)
  show('json-part', body !== undefined)
  setText('json', body ? JSON.stringify(body, null, 2) : '')
  show('preview-part', preview !== undefined && state !== 'empty')
  const frame = findAs('preview', HTMLIFrameElement)
  if (frame.srcdoc !== (preview ?? '')) frame.srcdoc = preview ?? ''
  find('found').hidden = body === undefined
}

/** The fields that were found, for the inventory. */
export function toOrderFields(body: Body | undefined): string[] {
  if (!body) return []
  const items = [...new Set((body.cart_items ?? []).flatMap(Object.keys))]
  return [
    'e-mail address',
    ...Object.keys(body.cart_data ?? {}),
    ...(items.length > 0 ? [`of each item ${items.join(', ')}`] : []),
  ]
}

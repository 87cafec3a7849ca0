/** The facts as sections of the panel. Everything shown has been masked before. */
import { count } from './asked.js'
import { toNotes } from './diagnosis.js'
import { element } from './element.js'
import type { Facts } from './facts.js'
import { toProblemSentence } from './sentences.js'

/** The elements that the DOM adapter reads, and how to have them outlined. */
export interface Marks {
  /** What they are read as, with how many elements each. */
  names: Map<string, number>
  /** Those outlined until the button is pressed again: a name, or `*` for all. */
  pinned: string | undefined
  /** Outlines them until the pointer, or the focus, leaves. */
  point(name: string | undefined): void
  pin(name: string): void
}

type Content = HTMLElement | false

const AMOUNTS = ['cart_value', 'price', 'qty_price']

const SIGNS = { won: '✓', found: '·', nothing: '–', 'not asked': '–' }

/** A section that has nothing to say is left out. */
export function toSections(facts: Facts, marks: Marks): HTMLElement[] {
  const notes = toNotes(facts)
  const sections: [title: string, ...content: Content[]][] = [
    ['Notes', notes.length > 0 && toList(notes)],
    ['Adapters, in the order they are asked', ...toAsked(facts, marks)],
    ['What convert() would send now', ...toPayload(facts)],
    ['Problems', facts.problems.length > 0 && toList(facts.problems.map(toProblemSentence))],
    ['Sign-up forms', toForms(facts)],
    ['Delivery', ...toDelivery(facts)],
    ['Settings in force', toSettings(facts)],
  ]
  return sections
    .filter(([, ...content]) => content.some((each) => each))
    .map(([title, ...content]) => element('section', {}, element('h2', {}, title), content))
}

const toList = (sentences: string[]) =>
  element(
    'ul',
    {},
    sentences.map((sentence) => element('li', {}, sentence)),
  )

function toAsked({ asked, email }: Facts, marks: Marks): Content[] {
  const rows = asked.map(({ name, result, sentence }) =>
    element(
      'li',
      { class: `asked ${result.replace(' ', '-')}` },
      element('span', { class: 'mark', 'aria-hidden': 'true' }, SIGNS[result]),
      element(
        'div',
        {},
        element('strong', {}, name),
        result === 'won' && element('span', { class: 'used' }, 'used'),
        element('p', {}, sentence),
      ),
    ),
  )
  return [
    element('ul', { class: 'plain' }, rows),
    element('p', {}, `E-mail: ${email ?? 'none found on this page.'}`),
    marks.names.size > 0 && toMarks(marks),
  ]
}

function toMarks({ names, pinned, point, pin }: Marks): HTMLElement {
  const toButton = (name: string, text: string) => {
    const handlers = {
      onclick: () => pin(name),
      onpointerenter: () => point(name),
      onpointerleave: () => point(undefined),
      onfocus: () => point(name),
      onblur: () => point(undefined),
    }
    const marks = { type: 'button', class: 'chip', 'data-key': `mark ${name}`, 'aria-pressed': String(pinned === name) }
    return element('button', { ...marks, ...handlers }, text)
  }
  return element(
    'div',
    { class: 'chips', role: 'group', 'aria-label': 'Show on the page' },
    element('span', { class: 'soft' }, 'Show on the page:'),
    toButton('*', 'all'),
    [...names].map(([name, many]) => toButton(name, many > 1 ? `${name} × ${many}` : name)),
  )
}

function toPayload({ body, misfits }: Facts): Content[] {
  if (!body)
    return [element('p', { class: 'soft' }, 'Nothing: no adapter has found an order, and the page has no e-mail.')]
  const {
    email,
    cart_data: cart = {},
    cart_items: items = [],
  } = body as Record<string, Record<string, unknown>> & {
    cart_items?: Record<string, unknown>[]
  } // as toConversion() makes it
  const fits = misfits.length ? `As it is, the contract does not take it: ${misfits.join(', ')}.` : 'Fits the contract.'
  return [
    element('p', { class: 'soft' }, fits),
    isShortened(cart.truncated) && element('p', { class: 'soft' }, toShortened(cart.truncated)),
    toFields({ email: email ?? '—', ...cart }),
    element(
      'ol',
      { class: 'items' },
      items.slice(0, 50).map((item) => element('li', {}, toFields(item))),
    ),
    items.length > 50 && element('p', { class: 'soft' }, `… and ${items.length - 50} more.`),
    element(
      'details',
      { 'data-key': 'json' },
      element('summary', { 'data-key': 'json summary' }, 'As JSON'),
      element('pre', { tabindex: '0', 'data-key': 'json text' }, JSON.stringify(body, null, 2)),
    ),
  ]
}

const toFields = (fields: object) =>
  element(
    'dl',
    {},
    Object.entries(fields).flatMap(([name, value]) => [
      element('dt', {}, name),
      element(
        'dd',
        {},
        toText(value),
        AMOUNTS.includes(name) && element('span', { class: 'soft' }, ` = ${toDecimal(value)}`),
      ),
    ]),
  )

/** Each step of shortening, by its name in the cart's `truncated`. */
const STEPS = new Map([
  ['descriptions', 'descriptions and addresses of pictures'],
  ['items', 'items past the fiftieth'],
  ['long_keys', 'long additional fields'],
  ['keys', 'additional fields'],
])

/** A page may have a field of that name itself. */
const isShortened = (truncated: unknown): truncated is string =>
  typeof truncated === 'string' && truncated.split(',').every((step) => STEPS.has(step))

const toShortened = (truncated: string) =>
  `Over 16 KiB, so it goes without ${truncated
    .split(',')
    .map((step) => STEPS.get(step))
    .join(', ')}.`

const toText = (value: unknown) => (Array.isArray(value) ? value.join(' / ') : `${value}`)

/** 5880 is "58.80". */
const toDecimal = (cents: unknown) => (Number(cents) / 100).toFixed(2)

function toForms({ forms }: Facts): Content {
  if (!forms.length) return false
  return toList(
    forms.map(({ list, isList, invalid, unchecked, fields, cards }) => {
      const now = [
        isList ? '' : 'That is no name of a list.',
        invalid.length ? `Not filled in as the browser wants: ${invalid.join(', ')}.` : '',
        unchecked ? `The box ${unchecked} is not checked.` : '',
      ].filter((each) => each)
      const sent = fields.length ? `Would send ${fields.join(', ')}.` : 'Nothing is filled in.'
      const kept = cards.length ? ` Not ${cards.join(', ')}: it looks like the number of a card.` : ''
      return `${list}: ${now.length ? now.join(' ') : sent}${kept}`
    }),
  )
}

function toDelivery({ status, heard: { outcomes, requests }, endpoint, online }: Facts): Content[] {
  const toTime = (at: number) => new Date(at).toTimeString().slice(0, 8)
  const outcome = outcomes.slice(0, 8).map(({ at, id, kind, list, status: became, reason, problems }) => {
    const [what, why] = [`${kind}${list ? ` ${list}` : ''}`, reason ? `, ${reason}` : '']
    return `${toTime(at)} ${what}: ${became}${why}${problems.length ? ` (${count(problems.length, 'problem')})` : ''}; event ${id}`
  })
  const answers = requests
    .slice(0, 8)
    .map(
      ({ at, status: answered, tookMs }) =>
        `${toTime(at)} ${answered || 'no answer that can be read'}, ${Math.round(tookMs)} ms`,
    )
  const waiting = status?.waiting.map(({ id, kind, ageMs, attempts, last }) =>
    [`${kind}, ${toAge(ageMs)} old`, count(attempts, 'attempt'), last && `last ${last}`, `event ${id}`]
      .filter((each) => each)
      .join(', '),
  )
  return [
    element(
      'dl',
      {},
      ...toPair('Consent', status?.consent.replace('-', ' ') ?? 'not known'),
      ...toPair('Storage', status?.storage === 'memory' ? 'none; kept in memory' : 'localStorage'),
      ...toPair('Endpoint', endpoint ?? 'none'),
      ...toPair('Network', online ? 'online' : 'offline'),
    ),
    toGroup('Waiting in this browser', waiting, 'Nothing.'),
    toGroup('Outcomes since the panel is there', outcome, 'None.'),
    toGroup('Requests of this page to the proxy', answers, 'None that the browser knows of.'),
  ]
}

const toPair = (name: string, value: string) => [element('dt', {}, name), element('dd', {}, value)]

const toGroup = (title: string, rows: string[] | undefined, none: string) =>
  element('div', {}, element('h3', {}, title), rows?.length ? toList(rows) : element('p', { class: 'soft' }, none))

function toAge(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  return seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.floor(seconds / 60)} min`
      : `${Math.floor(seconds / 3600)} h`
}

function toSettings({ sources }: Facts) {
  return element(
    'table',
    {},
    element(
      'thead',
      {},
      element('tr', {}, ...['attribute', 'value', 'from'].map((name) => element('th', { scope: 'col' }, name))),
    ),
    element(
      'tbody',
      {},
      sources.settings.map(({ name, value, from }) =>
        element(
          'tr',
          { class: from === 'default' ? 'default' : 'set' },
          element('th', { scope: 'row' }, name),
          element('td', {}, value),
          element('td', {}, from),
        ),
      ),
    ),
  )
}

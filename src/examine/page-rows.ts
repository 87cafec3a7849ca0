/** Rows of the diagnosis for a page on which nothing has happened. */
import { NO_ORDER, SHOWN_ONCE } from '../contract/verified.js'
import type { Sentence, Tone } from '../contract/verify.js'
import { count } from './count.js'
import { type Facts, toEmailLine } from './facts.js'
import { toReason } from './sentences.js'

export type Row = [when: (facts: Facts) => unknown, tone: Tone, text: Sentence | ((facts: Facts) => Sentence)]

export const PAGE: Row[] = [
  [
    ({ sources }) => sources.tagsDiffer,
    'bad',
    ({ sources }) => [
      `The script is on the page ${sources.tags} times with different settings. The first counts.`,
      'Leave one tag.',
    ],
  ],
  [
    ({ pointed }) => Object.keys(pointed).length,
    'idle',
    ({ order }) => [
      order?.number
        ? 'The selectors that you have pointed at find an order. They are not in force yet.'
        : 'The selectors that you have pointed at are not in force yet. Point at the order number too.',
      'Take them over on the set-up page, or copy the settings into the script tag.',
    ],
  ],
  [
    ({ fitting }) => fitting.length,
    'bad',
    ({ fitting }) => [
      `The settings find no order on this page. It fits the recipe ${fitting.join(' or ')}.`,
      'Choose that recipe on the set-up page, or name it in RINGUP_TAG.',
    ],
  ],
  [
    ({ convertOn, events }) => convertOn && convertOn !== 'load' && !events?.matching,
    'idle',
    ({ convertOn, events, sources, order }) => [
      events?.names.length
        ? `The event “${convertOn}” was not pushed on this page; the data layer has ${[...new Set(events.names)].slice(-8).join(', ')}.`
        : `The event “${convertOn}” was not pushed on this page; ${events ? 'the data layer is empty' : 'there is no data layer'}.`,
      order
        ? 'The page itself shows an order. If this is the thank-you page, set data-convert-on="load".'
        : `That is right on every page but the thank-you page. There, compare the names of the event and of the data layer, ${sources.values.dataLayer ?? 'dataLayer'}. Without a data layer, point at the order in the panel.`,
    ],
  ],
  [
    ({ convertOn, asked }) => convertOn && !asked.some(({ result }) => result === 'won'),
    'idle',
    ({ asked }) => [
      NO_ORDER,
      ['That is right on every page but the thank-you page.', toNothing(asked), SHOWN_ONCE].filter(Boolean).join(' '),
    ],
  ],
  [({ convertOn, order }) => convertOn && !order?.number, 'bad', toReason('no_order_number')],
  [({ convertOn, email }) => convertOn && !email, 'bad', toNoEmail],
  [
    ({ convertOn }) => convertOn,
    'bad',
    ({ convertOn }) => [
      `There is an order on this page, but nothing was sent for “${convertOn}” that the browser knows of.`,
      'Was it put into the data layer without push(), or was the data layer or its push replaced after the script had loaded?',
    ],
  ],
  [
    ({ asked }) => asked.some(({ result }) => result === 'won'),
    'idle',
    [
      'There is an order on this page, but no call of convert() was seen.',
      'Call convert(), or set data-convert-on="purchase" (the event) or "load" (this page).',
    ],
  ],
  [
    ({ forms }) => forms.some(({ hasSubmit }) => !hasSubmit),
    'bad',
    ({ forms }) => {
      const { list } = forms.find(({ hasSubmit }) => !hasSubmit) ?? { list: '' }
      return [
        `The form for ${list} has no button that submits it, so it is probably never submitted.`,
        `Give its button type="submit", or call addToList('${list}', form) where your code handles the click.`,
      ]
    },
  ],
  [
    ({ forms }) => forms.some(({ hasEmail }) => !hasEmail),
    'bad',
    ({ forms }) => [
      `The form for ${forms.find(({ hasEmail }) => !hasEmail)?.list} has no field for an e-mail address, so no sign-up can be sent.`,
      'Give the field type="email", autocomplete="email" or the name email.',
    ],
  ],
  [
    ({ forms, framedForms }) => forms.length === 0 && framedForms,
    'bad',
    ({ widgets: [widget] }) => [
      `A sign-up form is in a frame of this page${widget ? ` (${widget.name})` : ''}. The script does not hear forms in a frame.`,
      widget?.line ? 'Add the line of “Sign-up forms” below to the page.' : (widget?.about ?? FRAMED),
    ],
  ],
  [
    ({ forms, widgets }) => forms.length === 0 && widgets.length,
    'idle',
    ({ widgets }) => [
      `The page has sign-up forms of ${widgets.map(({ name }) => name).join('; ')}. They are not reported by a mark.`,
      'See “Sign-up forms” below.',
    ],
  ],
  [
    ({ forms }) => forms.length,
    'idle',
    ({ forms }) => [
      `Nothing has happened yet. ${count(forms.length, 'form')} would be sent when submitted: ${forms.map(({ list }) => list).join(', ')}.`,
    ],
  ],
]

function toNothing(asked: Facts['asked']): string {
  const said = asked.find(({ result }) => result === 'nothing')?.sentence
  return said ? `If this is the thank-you page: ${said}` : ''
}

const FRAMED = 'Call addToList() in the event that the widget raises, or move the form out of the frame.'

/** The page may have one after all, where Ringup does not look by itself. */
export function toNoEmail(facts: Facts): Sentence {
  const [sentence] = toReason('no_email')
  return [facts.emailPlaces.length === 0 ? sentence : `${sentence} The page has one elsewhere.`, toEmailTodo(facts)]
}

/** The line to add: to the recipe's template, to the tag, or to the template of a page that does not show the address. */
export function toEmailTodo({
  emailPlaces: [place],
  emailLine: line,
}: Pick<Facts, 'emailPlaces' | 'emailLine'>): string {
  if (line) return `Add this line to ${line.file}, ${line.place}: ${line.line}`
  return place === undefined
    ? 'Pass email to the call, push user_data.email to the data layer, or add <meta data-ringup="email" content="…"> with the customer’s address to the template.'
    : `Put ${toEmailLine(place)} on the script tag.`
}

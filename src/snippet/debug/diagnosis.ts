/** Why was nothing sent? One row of a table: the first that holds. */
import { safely } from '../safely.js'
import { ANSWERS } from '../transport.js'
import { count } from './asked.js'
import type { Facts } from './facts.js'
import { type Sentence, toReason } from './sentences.js'

/** `good`: it was taken. `wait`: it is kept. `bad`: somebody has to do something. `idle`: nothing has happened that should be sent. */
export type Tone = 'good' | 'wait' | 'bad' | 'idle'

export interface Diagnosis {
  tone: Tone
  sentence: string
  todo: string | undefined
}

type Row = [when: (facts: Facts) => unknown, tone: Tone, say: Sentence | ((facts: Facts) => Sentence)]

/** What nothing gets past. */
const CLOSED: Row[] = [
  [
    ({ status }) => !status,
    'bad',
    [
      'The script does not run on this page: it was not loaded, or something else is called window.ringup.',
      'See the script tag, and the console for a blocked or failed ringup.js.',
    ],
  ],
  [({ endpoint }) => !endpoint, 'bad', toReason('no_endpoint')],
  [
    ({ status }) => status?.consent === 'required',
    'wait',
    ({ status }) => [
      `Consent is not given yet: nothing is stored or sent. ${count(status?.held ?? 0, 'event')} held in memory, for this page only.`,
      "Call ringup.consent('granted') when the shopper agrees, on each page.",
    ],
  ],
  [
    ({ status }) => status?.consent === 'denied',
    'bad',
    [
      'Consent is denied: nothing is stored or sent, and what waited was erased.',
      "Only ringup.consent('granted') opens it again; anything else counts as no.",
    ],
  ],
  [
    findViolation,
    'bad',
    (facts) => [
      `The page’s Content-Security-Policy keeps it from the proxy (${findViolation(facts)?.directive}). Events are kept.`,
      `Add ${toOrigin(facts.endpoint)} to connect-src.`,
    ],
  ],
]

/** What has happened while the panel was there, or still shows. */
const HAPPENED: Row[] = [
  [
    (facts) => findForm(facts)?.isList === false,
    'bad',
    ({ heard: { form } }) => [
      `The form’s list “${form?.list}” is no name of a list.`,
      'Small letters, digits and dashes: data-add-to-list="newsletter".',
    ],
  ],
  [
    (facts) => findForm(facts)?.invalid.length,
    'bad',
    ({ heard: { form } }) => [
      `The form for ${form?.list} was not sent: the browser does not take ${form?.invalid.join(', ')} as filled in.`,
      'Fill it in, or see its required, type and pattern.',
    ],
  ],
  [
    (facts) => findForm(facts)?.unchecked,
    'idle',
    ({ heard: { form } }) => [
      `The form for ${form?.list} was not sent: the box ${form?.unchecked} in it is not checked.`,
      'As meant by data-add-to-list-if, unless the selector is wrong.',
    ],
  ],
  [
    ({ online, status }) => !online && status?.waiting.length,
    'wait',
    ['This browser is offline. What waits is sent when it is back.'],
  ],
  [
    ({ heard }) => heard.outcomes[0]?.status === 'accepted',
    'good',
    ({ heard }) => [`The proxy has taken the last ${toKind(heard.outcomes[0]?.kind)}.`],
  ],
  [
    ({ heard }) => heard.outcomes[0]?.status === 'duplicate',
    'idle',
    [
      'This order was not sent again: this browser has had it accepted before.',
      'A new order number is a new order. For a test, use another browser profile.',
    ],
  ],
  [({ heard }) => heard.outcomes[0]?.status === 'queued', 'wait', ({ heard }) => toReason(heard.outcomes[0]?.reason)],
  [
    ({ heard }) => /rejected|dropped/.test(heard.outcomes[0]?.status ?? ''),
    'bad',
    ({ heard }) => toReason(heard.outcomes[0]?.reason),
  ],
  [
    ({ status }) => status?.waiting.find(({ last }) => last),
    'wait',
    ({ status }) => toReason(status?.waiting.find(({ last }) => last)?.last),
  ],
  [
    ({ status }) => status?.waiting.length,
    'wait',
    ({ status }) => [
      `${count(status?.waiting.length ?? 0, 'event')} on the way, or to be sent when the page has loaded.`,
    ],
  ],
  [
    ({ heard }) => heard.requests[0]?.status === 202,
    'good',
    ['The proxy has taken an event before the panel was there (202).'],
  ],
  [
    ({ heard }) => ANSWERS[heard.requests[0]?.status ?? 0] === 'refused',
    'bad',
    ({ heard }) => [
      `The proxy, or something before it, has refused an event before the panel was there (${heard.requests[0]?.status}).`,
      'Load the page again and open the panel at once: it then says why.',
    ],
  ],
  [
    ({ heard }) => (heard.requests[0]?.status ?? 0) >= 400,
    'bad',
    ({ heard }) => toReason(`http_${heard.requests[0]?.status}`),
  ],
]

/** What the page says, when nothing has happened. */
const PAGE: Row[] = [
  [
    ({ convertOn, order }) => convertOn && order?.acceptedAt,
    'idle',
    ({ order }) => [
      `The order ${order?.number} was not sent again: this browser had it accepted on ${toDay(order?.acceptedAt ?? 0)}.`,
      'As meant for a thank-you page that is loaded again. For a test, use another browser profile.',
    ],
  ],
  [
    ({ sources }) => sources.tagsDiffer,
    'bad',
    ({ sources }) => [
      `The script is on the page ${sources.tags} times with different settings. The first that ran counts, the others do nothing.`,
      'Leave one tag.',
    ],
  ],
  [
    ({ convertOn, events }) => convertOn && convertOn !== 'load' && !events?.matching,
    'idle',
    ({ convertOn, events, sources }) => [
      events?.names.length
        ? `The event “${convertOn}” was not pushed on this page; the data layer has ${[...new Set(events.names)].slice(-8).join(', ')}.`
        : `The event “${convertOn}” was not pushed on this page; ${events ? 'the data layer is empty' : 'there is no data layer'}.`,
      `That is right on every page but the one that thanks for the order. There: is the event called so, and the data layer ${sources.values.dataLayer ?? 'dataLayer'}?`,
    ],
  ],
  [
    ({ convertOn, asked }) => convertOn && !asked.some(({ result }) => result === 'won'),
    'bad',
    ({ asked }) => [
      `No order was found on this page. ${asked.find(({ result }) => result === 'nothing')?.sentence ?? ''}`.trim(),
      'See below what each adapter was looking for.',
    ],
  ],
  [({ convertOn, order }) => convertOn && !order?.number, 'bad', toReason('no_order_number')],
  [({ convertOn, email }) => convertOn && !email, 'bad', toReason('no_email')],
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
      'There is an order on this page, but nobody has called convert() since the panel is there.',
      'Call convert(), or set data-convert-on="purchase" (the event) or "load" (this page).',
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

const NOTHING: Sentence = [
  'Nothing has happened yet: nobody has called convert() or addToList() since the panel is there.',
  'An order is reported by a call, or by data-convert-on; a form by data-add-to-list.',
]

export function diagnose(facts: Facts): Diagnosis {
  const [, tone, say] = [...CLOSED, ...HAPPENED, ...PAGE].find(([when]) => when(facts)) ?? [
    undefined,
    'idle' as const,
    NOTHING,
  ]
  const [sentence, todo] = typeof say === 'function' ? say(facts) : say
  return { tone, sentence, todo }
}

/** What is worth knowing besides, whatever the diagnosis: all rows that hold. */
const NOTES: [when: (facts: Facts) => unknown, say: (facts: Facts) => string][] = [
  [
    ({ sources }) => sources.tags > 1,
    ({ sources }) => `The script is on the page ${sources.tags} times; it runs once.`,
  ],
  [
    ({ sources }) => sources.tag === 'none',
    () => 'The script’s tag is no longer in the page, so its settings cannot be read; those shown are the defaults.',
  ],
  [
    ({ sources }) => sources.hasUnread,
    () =>
      'A script of the page gives window.ringup settings. Once the script runs they cannot be read, so some may be in force that are not shown here.',
  ],
  [
    ({ sources }) => sources.tag === 'module',
    () =>
      'The tag has type="module": such a script cannot find its own tag, so its settings are not in force. Leave the type out.',
  ],
  [
    ({ status, version }) => status && status.version !== version,
    ({ status, version }) =>
      `The script is version ${status?.version}, the panel ${version}: what the panel reads may differ from what is sent.`,
  ],
  [
    ({ status, sources }) => status?.storage === 'memory' && sources.values.persist !== 'none',
    () => 'This browser refuses localStorage to the page: what is not delivered is lost with the page.',
  ],
  [
    ({ origin }) => origin === 'null',
    () =>
      'The page is in a sandboxed frame: its origin is null, which the proxy takes only with RINGUP_ALLOW_OPAQUE_ORIGIN=1.',
  ],
  [({ heard }) => heard.outcomes[0]?.reason === 'origin', ({ origin }) => `This page’s origin is ${origin}.`],
]

export const toNotes = (facts: Facts): string[] => [
  ...NOTES.filter(([when]) => when(facts)).map(([, say]) => say(facts)),
  ...facts.sources.strays.map(({ name, meant, allowed }) =>
    allowed
      ? `${name} has a value it does not know; it may be ${allowed}.`
      : `${name} is no setting.${meant ? ` Meant was probably ${meant}.` : ''}`,
  ),
]

/** The form that was to be sent last, unless something has come of it, or happened since. */
function findForm({ heard: { form, outcomes } }: Facts) {
  return form && form.at > (outcomes[0]?.at ?? 0) ? form : undefined
}

function findViolation({ heard, endpoint }: Facts) {
  return heard.violations.find(
    ({ url, directive }) => directive === 'connect-src' && (endpoint === url || toOrigin(endpoint) === url),
  )
}

/** A policy's report may name no more than the origin. */
function toOrigin(url: string | undefined): string {
  return safely(() => new URL(url ?? '').origin) ?? ''
}

const toKind = (kind: string | undefined) => (kind === 'addToList' ? 'sign-up' : 'order')

const toDay = (at: number) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' })

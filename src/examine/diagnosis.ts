/** Finds why no event was sent: the first row of a table that holds. */
import { type BadSetting, toBadSettingSentence } from '../contract/tag.js'
import type { Sentence, Tone } from '../contract/verify.js'
import { safely } from '../snippet/core/safely.js'
import { toMeaning } from '../snippet/rest/deliver/answers.js'
import { count } from './count.js'
import type { Facts } from './facts.js'
import { PAGE, type Row, toNoEmail } from './page-rows.js'
import { toScriptSentence } from './script-load.js'
import { toReason } from './sentences.js'

export interface Diagnosis {
  tone: Tone
  sentence: string
  todo: string | undefined
}

/** Reasons that block every event. */
const CLOSED: Row[] = [
  [({ status }) => !status, 'bad', ({ heard }) => toScriptSentence(heard)],
  [
    ({ sources }) => sources.badSettings.some(isMisspelt),
    'bad',
    ({ sources: { badSettings } }) => [
      badSettings
        .filter(isMisspelt)
        .map(({ name, ...bad }) => toBadSettingSentence(name, bad))
        .join(' '),
      'Correct it first: the script may act on another setting than the shop means.',
    ],
  ],
  [({ endpoint }) => !endpoint, 'bad', toReason('no_endpoint')],
  [
    ({ forms }) => forms.some(({ isList }) => !isList),
    'bad',
    ({ forms }) => [
      `The form’s list “${forms.find(({ isList }) => !isList)?.list}” is not the name of a list.`,
      'Small letters, digits and dashes: data-add-to-list="newsletter".',
    ],
  ],
  [
    ({ heard }) => heard.unknownLists.length,
    'bad',
    ({ heard }) => [
      heard.unknownLists
        .map(
          ({ list, meant }) => `The proxy does not know the list “${list}”.${meant ? ` Did you mean ${meant}?` : ''}`,
        )
        .join(' '),
      'Correct data-add-to-list in the form, or add the list to RINGUP_LISTS.',
    ],
  ],
  [
    hasNoScheme,
    'bad',
    ({ sources, endpoint }) => [
      `The endpoint “${sources.values.endpoint}” has no https://, so events go to a page of this shop: ${endpoint}.`,
      `Write data-endpoint="https://${sources.values.endpoint}", or a path such as "/ringup".`,
    ],
  ],
  [
    ({ endpoint = '', origin }) => origin.startsWith('https:') && endpoint.startsWith('http:'),
    'bad',
    ({ endpoint = '' }) => [
      `The endpoint ${endpoint} is plain http, and the page is https: the browser blocks each request.`,
      `Write data-endpoint="${endpoint.replace('http:', 'https:')}".`,
    ],
  ],
  [
    ({ status }) => status?.consent === 'required',
    'wait',
    ({ status, sources, banners }) => [
      `Consent is not given yet: nothing is stored or sent. ${count(status?.held ?? 0, 'event')} held in memory, for this page only.`,
      toConsentTodo(sources.values.consent, banners),
    ],
  ],
  [
    ({ status }) => status?.consent === 'denied',
    'bad',
    [
      'Consent is denied: nothing is stored or sent, and what waited was erased.',
      "Only ringup.consent('granted') allows later events; anything else counts as no.",
    ],
  ],
  [
    findViolation,
    'bad',
    (facts) => [
      `The page’s Content-Security-Policy blocks the endpoint (${findViolation(facts)?.directive}). Events are kept.`,
      `Add ${toOrigin(facts.endpoint)} to connect-src.`,
    ],
  ],
]

/** Events since the panel was loaded, and earlier ones that the browser still knows. */
const HAPPENED: Row[] = [
  [
    (facts) => findForm(facts)?.invalid.length,
    'bad',
    ({ heard: { form } }) => [
      `The form for ${form?.list} was not sent: the browser finds ${form?.invalid.join(', ')} not valid.`,
      'Fill it in, or check its required, type and pattern.',
    ],
  ],
  [
    (facts) => findForm(facts)?.unchecked,
    'idle',
    ({ heard: { form } }) => [
      `The form for ${form?.list} was not sent: the box ${form?.unchecked} in it is not checked.`,
      'That is right, unless the selector of data-add-to-list-if is wrong.',
    ],
  ],
  [
    ({ online, status }) => !online && status?.waiting.length,
    'wait',
    ['This browser is offline. It sends the waiting events when it is online again.'],
  ],
  [
    ({ heard }) => heard.outcomes[0]?.status === 'accepted',
    'good',
    ({ heard }) => [`The proxy has taken the last ${toKind(heard.outcomes[0]?.kind)}.`],
  ],
  [({ heard }) => heard.outcomes[0]?.status === 'queued', 'wait', ({ heard }) => toReason(heard.outcomes[0]?.reason)],
  [
    ({ heard }) => /rejected|dropped/.test(heard.outcomes[0]?.status ?? ''),
    'bad',
    (facts) =>
      facts.heard.outcomes[0]?.reason === 'no_email' ? toNoEmail(facts) : toReason(facts.heard.outcomes[0]?.reason),
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
    ['The proxy took an event before the panel was loaded (202).'],
  ],
  [
    ({ heard }) => toMeaning(heard.requests[0]?.status ?? 0) === 'refused',
    'bad',
    ({ heard }) => [
      `The proxy, or something before it, refused an event before the panel was loaded (${heard.requests[0]?.status}).`,
      'Load the page again and open the panel at once: it then says why.',
    ],
  ],
  [
    ({ heard }) => (heard.requests[0]?.status ?? 0) >= 400,
    'bad',
    ({ heard }) => toReason(`http_${heard.requests[0]?.status}`),
  ],
]

const NOTHING: Sentence = [
  'Nothing has happened yet: no call of convert() or addToList() was seen.',
  'An order is reported by a call, or by data-convert-on; a form by data-add-to-list.',
]

export function diagnose(all: Facts): Diagnosis {
  const facts = withoutEarlier(all)
  const [, tone, text] = [...CLOSED, ...HAPPENED, ...PAGE].find(([when]) => when(facts)) ?? [
    undefined,
    'idle' as const,
    NOTHING,
  ]
  const [sentence, todo] = typeof text === 'function' ? text(facts) : text
  return { tone, sentence, todo }
}

/** An event without an e-mail address, on a page that has one, was kept by an earlier page: a person has added the address since. */
function withoutEarlier(facts: Facts): Facts {
  const { outcomes } = facts.heard
  const own = outcomes.filter(({ reason }) => reason !== 'no_email' || !facts.email)
  return own.length > 0 ? { ...facts, heard: { ...facts.heard, outcomes: own } } : facts
}

/** The tag may hear the banner itself. */
function toConsentTodo(consent: unknown, banners: string[]): string {
  if (typeof consent === 'object') return 'Answer the consent banner: the tag hears it by data-consent.'
  const banner =
    banners.length > 0 ? ` The page has ${banners.join(' and ')}: the set-up page writes data-consent.` : ''
  return `Call ringup.consent('granted') when the shopper agrees, on each page.${banner}`
}

/** The form that was to be sent last, unless something has come of it, or happened since. */
function findForm({ heard: { form, outcomes } }: Facts) {
  return form && form.at > (outcomes[0]?.at ?? 0) ? form : undefined
}

export function findViolation({ heard, endpoint }: Facts) {
  return heard.violations.find(
    ({ url, directive }) =>
      directive === 'connect-src' && [endpoint, toOrigin(endpoint)].includes(url.replace(/\?.*$/, '')),
  )
}

/** An attribute of another program, such as data-cfasync, is like no setting. */
const isMisspelt = ({ meant, allowed }: BadSetting): boolean => (meant ?? allowed) !== undefined

/** “events.shop.example/ringup” is a path to a browser. */
function hasNoScheme({ sources }: Facts): boolean {
  return /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(sources.values.endpoint ?? '')
}

/** A policy's report may name no more than the origin. */
function toOrigin(url: string | undefined): string {
  return safely(() => new URL(url ?? '').origin) ?? ''
}

const toKind = (kind: string | undefined) => (kind === 'addToList' ? 'sign-up' : 'order')

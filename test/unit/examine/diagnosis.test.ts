/** Promise: the diagnosis is the first row that holds, from reasons that block every event to the page's own data. */
import { describe, expect, test } from 'vitest'
import type { Tone } from '../../../src/contract/verify.js'
import { diagnose } from '../../../src/examine/diagnosis.js'
import type { Facts } from '../../../src/examine/facts.js'
import { toNotes } from '../../../src/examine/notes.js'
import { toProblemSentence, toReason } from '../../../src/examine/sentences.js'
import { PROBLEMS } from '../../../src/normalise/problems.js'
import { MINUTE_MS, QUICK_TRIES } from '../../../src/snippet/rest/deliver/schedule.js'
import { readme } from '../../support/readme.js'
import { quiet } from './quiet-page.js'

type Outcome = Facts['heard']['outcomes'][number]
const outcome = (status: Outcome['status'], reason?: string): Outcome => ({
  ...{ id: '1', kind: 'convert', problems: [], at: 1000 },
  status,
  reason,
})
const heard = (more: Partial<Facts['heard']>) => ({ heard: { ...quiet.heard, ...more } })
const status = (more: Partial<NonNullable<Facts['status']>>) => ({
  status: { ...(quiet.status as NonNullable<Facts['status']>), ...more },
})
const waiting = (last?: string) => [{ id: '1', kind: 'convert' as const, ageMs: 5, attempts: 1, last }]
const form = {
  list: 'newsletter',
  isList: true,
  hasSubmit: true,
  hasEmail: true,
  invalid: [],
  unchecked: undefined,
  fields: ['email'],
  cards: [],
  at: 2000,
}
const won: Partial<Facts> = {
  asked: [{ name: 'dom', result: 'won', sentence: 'An order.' }],
  order: { number: '1' },
  email: 'a…@e….com',
}

const ROWS: [what: string, tone: Tone, sentence: RegExp, facts: Partial<Facts>][] = [
  ['no script', 'bad', /^The script does not run/, { status: undefined }],
  ['no endpoint', 'bad', /^No setting says where/, { endpoint: undefined }],
  [
    'a misspelt setting, before what follows from it',
    'bad',
    /^data-consnet is not a setting. Did you mean data-consent\?$/,
    {
      ...status({ consent: 'required' }),
      sources: { ...quiet.sources, badSettings: [{ name: 'data-consnet', meant: 'data-consent', allowed: undefined }] },
    },
  ],
  [
    'another program’s attribute',
    'idle',
    /^Nothing has happened yet/,
    { sources: { ...quiet.sources, badSettings: [{ name: 'data-cfasync', meant: undefined, allowed: undefined }] } },
  ],
  [
    'an endpoint without its scheme',
    'bad',
    /^The endpoint “events.shop.example\/ringup” has no https/,
    { sources: { ...quiet.sources, values: { endpoint: 'events.shop.example/ringup' } } },
  ],
  [
    'an http endpoint under an https page',
    'bad',
    /is plain http, and the page is https/,
    { endpoint: 'http://shop.example/ringup' },
  ],
  ['undecided', 'wait', /^Consent is not given yet.* 2 events held/, status({ consent: 'required', held: 2 })],
  ['denied', 'bad', /^Consent is denied:/, status({ consent: 'denied' })],
  [
    'a violation, by its address',
    'bad',
    /Content-Security-Policy/,
    heard({ violations: [{ at: 1, url: 'https://shop.example/ringup/', directive: 'connect-src' }] }),
  ],
  [
    'a violation, by its origin',
    'bad',
    /Content-Security-Policy/,
    heard({ violations: [{ at: 1, url: 'https://shop.example', directive: 'connect-src' }] }),
  ],
  [
    'a violation of somebody else',
    'idle',
    /^Nothing has happened/,
    heard({ violations: [{ at: 1, url: 'https://other.example/', directive: 'connect-src' }] }),
  ],
  ['accepted', 'good', /^The proxy has taken the last order/, heard({ outcomes: [outcome('accepted')] })],
  ['queued', 'wait', /^The proxy could not be reached/, heard({ outcomes: [outcome('queued', 'network')] })],
  ['rejected', 'bad', /^No e-mail address/, heard({ outcomes: [outcome('rejected', 'no_email')] })],
  ['dropped', 'bad', /^The proxy did not take the event in time/, heard({ outcomes: [outcome('dropped', 'expired')] })],
  [
    'only the newest counts',
    'good',
    /^The proxy has taken/,
    heard({ outcomes: [outcome('accepted'), outcome('queued')] }),
  ],
  ['an invalid form', 'bad', /finds email, city not valid/, heard({ form: { ...form, invalid: ['email', 'city'] } })],
  ['an unchecked box', 'idle', /the box #yes in it is not checked/, heard({ form: { ...form, unchecked: '#yes' } })],
  ['a name that no list has', 'bad', /“newsletter” is not the name of a list/, { forms: [{ ...form, isList: false }] }],
  [
    'a misspelt list, before all that has happened',
    'bad',
    /^The proxy does not know the list “newsleter”\. Did you mean newsletter\?$/,
    heard({ unknownLists: [{ list: 'newsleter', meant: 'newsletter' }], outcomes: [outcome('accepted')] }),
  ],
  ['a form that is well', 'idle', /^Nothing has happened/, heard({ form })],
  [
    'a form before the last outcome',
    'good',
    /^The proxy has taken/,
    heard({ form: { ...form, invalid: ['email'], at: 500 }, outcomes: [outcome('accepted')] }),
  ],
  ['offline', 'wait', /^This browser is offline/, { online: false, ...status({ waiting: waiting() }) }],
  [
    'what waits, with its last answer',
    'wait',
    /^The proxy refuses this page’s origin/,
    status({ waiting: waiting('origin') }),
  ],
  ['what waits, without one', 'wait', /^1 event on the way/, status({ waiting: waiting() })],
  ['taken before', 'good', /before the panel was loaded/, heard({ requests: [{ at: 1, status: 202, tookMs: 3 }] })],
  [
    'refused before',
    'bad',
    /refused an event before the panel was loaded \(422\)/,
    heard({ requests: [{ at: 1, status: 422, tookMs: 3 }] }),
  ],
  [
    'busy before',
    'bad',
    /^The answer was 500.* ten times in quick succession, then once a minute/,
    heard({ requests: [{ at: 1, status: 500, tookMs: 3 }] }),
  ],
  ['two tags', 'bad', /2 times with different settings/, { sources: { ...quiet.sources, tags: 2, tagsDiffer: true } }],
  ['no data layer', 'idle', /“purchase” was not pushed.*no data layer/, { convertOn: 'purchase' }],
  [
    'other events',
    'idle',
    /“purchase” was not pushed.*has gtm.js, page_view\.$/,
    { convertOn: 'purchase', events: { names: ['gtm.js', 'page_view', 'gtm.js'], matching: 0 } },
  ],
  ['no order', 'idle', /^No order was found on this page\.$/, { convertOn: 'load' }],
  ['no order number', 'bad', /no readable order number/, { ...won, convertOn: 'load', order: { number: undefined } }],
  ['no e-mail', 'bad', /^No e-mail address/, { ...won, convertOn: 'load', email: undefined }],
  [
    'an order that a person has pointed at',
    'idle',
    /^The selectors that you have pointed at find an order\. They are not in force yet\./,
    { ...won, convertOn: 'purchase', pointed: { 'cart.order_number': '.no' } },
  ],
  [
    'all there, and nothing sent',
    'bad',
    /^There is an order on this page, but nothing was sent/,
    { ...won, convertOn: 'load' },
  ],
  ['no call', 'idle', /^There is an order on this page, but no call of convert/, won],
  [
    'a form without a button that submits it',
    'bad',
    /The form for newsletter has no button that submits it/,
    { forms: [form, { ...form, hasSubmit: false }] },
  ],
  [
    'a form without a field for an e-mail address',
    'bad',
    /The form for club has no field for an e-mail address/,
    { forms: [form, { ...form, list: 'club', hasEmail: false }] },
  ],
  [
    'a form in a frame of this origin',
    'bad',
    /A sign-up form is in a frame of this page \(HubSpot, legacy forms\)/,
    { framedForms: 1, widgets: [{ name: 'HubSpot, legacy forms', line: 'x', about: 'y' }] },
  ],
  ['an unknown form in a frame', 'bad', /A sign-up form is in a frame of this page\. /, { framedForms: 1 }],
  [
    'a widget with an event of its own',
    'idle',
    /sign-up forms of Klaviyo, all forms/,
    { widgets: [{ name: 'Klaviyo, all forms', line: 'x', about: 'y' }] },
  ],
  ['a form waits', 'idle', /1 form would be sent when submitted: newsletter/, { forms: [form] }],
  ['nothing at all', 'idle', /^Nothing has happened yet/, {}],
]

describe('the diagnosis', () => {
  test.each(ROWS)('%s: %s', (_what, tone, sentence, facts) => {
    const diagnosis = diagnose({ ...quiet, ...facts })
    expect(diagnosis).toEqual({ tone, sentence: expect.stringMatching(sentence), todo: diagnosis.todo })
    expect(diagnosis.todo).not.toBe('')
  })

  test.each<[string, Partial<Facts>]>([
    ['an order accepted', heard({ outcomes: [outcome('accepted')] })],
    ['an order on the page', { ...won, convertOn: 'load' }],
    ['an invalid form', heard({ form: { ...form, invalid: ['email'] } })],
  ])('what closes everything goes before %s', (_what, facts) => {
    expect(diagnose({ ...quiet, ...facts, ...status({ consent: 'denied' }) }).sentence).toMatch(/^Consent is denied/)
  })
})

test('a page without an order says where that is right, and what was looked for', () => {
  const { todo } = diagnose({ ...quiet, convertOn: 'load' })
  expect(todo).toMatch(
    /^That is right on every page but the thank-you page\. If this is the thank-you page: The page has no window.dataLayer/,
  )
})

test('an earlier order without an e-mail address does not hide that of this page', () => {
  const outcomes = [outcome('dropped', 'no_email'), outcome('accepted')]
  expect(diagnose({ ...quiet, ...won, ...heard({ outcomes }) }).tone).toBe('good')
  expect(diagnose({ ...quiet, ...won, ...heard({ outcomes }), email: undefined }).tone).toBe('bad')
})

test.each<[consent: object | 'required', banners: string[], todo: string]>([
  ['required', [], "Call ringup.consent('granted') when the shopper agrees, on each page."],
  [
    'required',
    ['Klaro'],
    "Call ringup.consent('granted') when the shopper agrees, on each page. The page has Klaro: the set-up page writes data-consent.",
  ],
  [{ read: 'cmp.yes' }, ['Klaro'], 'Answer the consent banner: the tag hears it by data-consent.'],
])('undecided with data-consent %j and the banners %j: %s', (consent, banners, todo) => {
  const sources = { ...quiet.sources, values: { consent } }
  expect(diagnose({ ...quiet, ...status({ consent: 'required' }), sources, banners }).todo).toBe(todo)
})

describe('the notes', () => {
  test.each<[what: string, note: RegExp, facts: Partial<Facts>]>([
    ['a script removed', /tag is no longer in the page/, { sources: { ...quiet.sources, tag: 'none', tags: 0 } }],
    ['a module', /type="module"/, { sources: { ...quiet.sources, tag: 'module' } }],
    ['settings replaced', /gives window.ringup settings/, { sources: { ...quiet.sources, hasUnread: true } }],
    ['two versions', /script is version 0.9.0, the panel 1.0.0/, status({ version: '0.9.0' })],
    ['no storage', /refuses localStorage/, status({ storage: 'memory' })],
    [
      'a banner that the tag ignores',
      /^The page has Cookiebot, and the tag does not wait for consent/,
      { ...status({ consent: 'not-required' }), banners: ['Cookiebot'] },
    ],
    [
      'an attribute that differs from the proxy’s setting',
      /^The page has its own data-convert-on, which wins/,
      { sources: { ...quiet.sources, overridden: ['data-convert-on'] } },
    ],
    ['a sandbox', /RINGUP_ALLOW_OPAQUE_ORIGIN/, { origin: 'null' }],
    [
      'another origin',
      /This page’s origin is https:\/\/shop.example/,
      heard({ outcomes: [outcome('queued', 'origin')] }),
    ],
  ])('%s', (_what, note, facts) => {
    expect(toNotes({ ...quiet, ...facts })).toEqual([expect.stringMatching(note)])
  })

  test('a page with an order and without an e-mail address gets the line to add', () => {
    expect(toNotes({ ...quiet, ...won, email: undefined })).toEqual([
      expect.stringContaining('<meta data-ringup="email"'),
    ])
    const { todo } = diagnose({ ...quiet, ...won, convertOn: 'load', email: undefined })
    expect(todo).toContain('<meta data-ringup="email"')
  })

  test('a page whose event was not pushed and that shows an order gets the other way', () => {
    const facts = { ...quiet, ...won, convertOn: 'purchase', events: { names: [], matching: 0 }, email: undefined }
    expect(diagnose(facts).todo).toContain('set data-convert-on="load"')
    expect(toNotes(facts)).toEqual([expect.stringContaining('<meta data-ringup="email"')])
  })

  test('what the diagnosis says is not said again', () => {
    const misspelt = { name: 'data-convert-onn', meant: 'data-convert-on', allowed: undefined }
    const other = { name: 'data-cfasync', meant: undefined, allowed: undefined }
    const sources = { ...quiet.sources, badSettings: [misspelt, other] }
    expect(toNotes({ ...quiet, sources })).toEqual(['data-cfasync is not a setting.'])
  })
})

describe('every code that the README names has a sentence of its own', () => {
  const rows = readme.split('\n').filter((line) => /^\| `(queued|held|blocked|rejected|dropped)`/.test(line))
  const codes = rows.flatMap((row) =>
    [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  )
  test.each([...new Set(codes)])('%s', (code) => {
    expect(toReason(code)[0]).not.toMatch(/^The reason is/)
  })
})

test('so has every problem that the snippet names', () => {
  const codes = Object.keys(PROBLEMS)
  expect(codes.filter((code) => toProblemSentence({ field: 'price', code }) === `price: ${code}`)).toEqual([])
})

describe('a status says when the event is tried again', () => {
  test.each([
    [302, /the next page sends it/, 'a redirect'],
    [405, /the next page sends it/, 'a bad deploy'],
    [451, /the next page sends it/, 'a stranger’s refusal'],
    [504, /ten times in quick succession, then once a minute/, 'somebody answers'],
  ])('%i: %s (%s)', (status, sentence) => {
    expect(toReason(`http_${status}`)[0]).toMatch(sentence)
  })

  test('the sentences count as the script does', () => {
    expect([QUICK_TRIES, MINUTE_MS]).toEqual([{ busy: 10, unreachable: 3 }, 60_000])
  })

  test('nobody answers', () => {
    expect(toReason('network')[0]).toMatch(/three times in quick succession, then once a minute while it is visible/)
  })
})

test('a page that fits another recipe is told so', () => {
  const facts = { ...quiet, convertOn: 'purchase', fitting: ['woocommerce'] }
  expect(diagnose(facts).sentence).toBe('The settings find no order on this page. It fits the recipe woocommerce.')
})

describe('an e-mail where Ringup does not look', () => {
  const found = {
    convertOn: 'load',
    order: { number: '1001' },
    asked: [{ name: 'dom', result: 'won' as const, sentence: '' }],
  }
  test.each([
    ['customerBillingEmail', 'Put data-email="customerBillingEmail" on the script tag.'],
    ['input[name="mail"]', `Put data-email='input[name="mail"]' on the script tag.`],
  ])('is named by the line that leads to it: %s', (place, todo) => {
    expect(diagnose({ ...quiet, ...found, emailPlaces: [place] })).toEqual({
      tone: 'bad',
      sentence:
        'No e-mail address was found, and none was passed. The API needs one, so the proxy refused the event. The page has one elsewhere.',
      todo,
    })
  })

  test('is added by the line of the recipe', () => {
    const emailLine = { file: 'functions.php', place: 'at the end', line: 'add_action(…)', expressions: [] }
    expect(diagnose({ ...quiet, ...found, emailLine }).todo).toBe(
      'Add this line to functions.php, at the end: add_action(…)',
    )
  })

  test('of several the others are notes', () => {
    expect(toNotes({ ...quiet, ...found, emailPlaces: ['a', '#b'] })).toEqual([
      'An e-mail address is also where data-email="#b" leads.',
    ])
  })
})

// @vitest-environment happy-dom
/**
 * Promise: a consent recipe's places are read as they are written. A yes counts immediately, a no only as an answer. An
 * unreadable value is neither.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CONSENT_RECIPES, findConsentRecipe } from '../../../../../src/recipes/consent/index.js'
import { createLayerWatch } from '../../../../../src/snippet/core/layer.js'
import {
  CALLABLE,
  type ConsentPlaces,
  watchConsentPlatform,
} from '../../../../../src/snippet/rest/watch/consent-platform.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.clearAllTimers())

function watch(places: ConsentPlaces): string[] {
  const heard: string[] = []
  watchConsentPlatform(places, createLayerWatch({ dataLayer: 'dataLayer' }), (choice) => heard.push(choice))
  return heard
}

const throwing = {
  get marketing() {
    throw new Error('not today')
  },
}
const gtag = (...words: unknown[]) => Object.assign({}, words) // gtag() pushes its arguments, which are not a list
const ADVERTISING = { read: 'dataLayer(consent,update).ad_user_data', has: 'granted' }

test.each<[string, ConsentPlaces, Record<string, unknown>, string[]]>([
  ['true is a yes', { read: 'cmp.marketing' }, { cmp: { marketing: true } }, ['granted']],
  ['false is a no', { read: 'cmp.marketing' }, { cmp: { marketing: false } }, ['denied']],
  ['a missing platform does not answer', { read: 'cmp.marketing' }, {}, []],
  ['"false" is not an answer', { read: 'cmp.marketing' }, { cmp: { marketing: 'false' } }, []],
  ['1 is not a yes', { read: 'cmp.marketing' }, { cmp: { marketing: 1 } }, []],
  ['an element of this name is not a yes', { read: 'cmp' }, { cmp: document.createElement('a') }, []],
  ['a getter that throws does not answer', { read: 'cmp.marketing' }, { cmp: throwing }, []],
  ['not answered, so false is not an answer', { read: 'no', answered: 'asked' }, { no: false, asked: false }, []],
  ['answered, so false is a no', { read: 'no', answered: 'asked' }, { no: false, asked: true }, ['denied']],
  ['not answered, true is a yes: the rule of a region', { read: 'yes', answered: 'no' }, { yes: true }, ['granted']],
  ['a list has it', { read: 'list', has: 'ads' }, { list: ['ads', 'rest'] }, ['granted']],
  ['a list does not have it', { read: 'list', has: 'ads' }, { list: ['rest'] }, ['denied']],
  ['a text has it', { read: 'text', has: 'C4' }, { text: ',C1,C4,' }, ['granted']],
  ['a longer word is another', { read: 'text', has: 'C4' }, { text: ',C1,C42,' }, ['denied']],
  ['an empty text is not an answer', { read: 'text', has: 'C4' }, { text: '' }, []],
  ['not ready, so a yes does not count', { read: 'yes', ready: 'type' }, { yes: true, type: '' }, []],
  ['ready by the second place', { read: 'yes', ready: 'type|other' }, { yes: true, other: 'optin' }, ['granted']],
  ['denied, whatever `read` has', { read: 'yes', deny: 'signal' }, { yes: true, signal: true }, ['denied']],
  ['nothing to read, and not denied', { deny: 'signal' }, {}, ['granted']],
  ['without a place to read, it waits without end', {}, {}, []],
  ['a place that is not text does not answer', { read: 5 as never }, { 5: true }, []],
  ['commands of a list: the latest', ADVERTISING, { dataLayer: toCommands('denied', 'granted') }, ['granted']],
  ['commands of a list: withdrawn', ADVERTISING, { dataLayer: toCommands('granted', 'denied') }, ['denied']],
  ['commands of a list: only the default', ADVERTISING, { dataLayer: [toDefault('granted')] }, []],
  ['an empty list, and one without commands', ADVERTISING, { dataLayer: [null, undefined, {}] }, []],
])('a value that is there when the script loads is read in that task: %s', (_name, places, found, choices) => {
  for (const [name, value] of Object.entries(found)) vi.stubGlobal(name, value)
  expect(watch(places)).toEqual(choices)
})

function toDefault(value: string) {
  return gtag('consent', 'default', { ad_user_data: value })
}

function toCommands(...values: string[]) {
  const updates = values.map((ad_user_data) => gtag('consent', 'update', { ad_user_data }))
  return [toDefault('denied'), ...updates, gtag('consent', 'update', { ad_storage: 'granted' })]
}

/** Google Consent Mode as shops, banners and plug-ins use it, with the choice at the start and 10 s later. */
const RECIPE = { ...ADVERTISING, declared: 'ad_user_data', on: ['dataLayer'] }
const setDefault = (fields: unknown) => gtag('consent', 'default', fields)
const DENIED = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }
const GRANTED = { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }
const OLD = { ad_storage: 'denied', analytics_storage: 'denied' }
const EUROPE = ['AT', 'BE', 'DE', 'FR', 'GB']

test.each<[source: string, atStart: string[], later: string[], dataLayer: unknown[]]>([
  ['https://github.com/PrestaShop/ps_googleanalytics/pull/159', ['granted'], ['granted'], [setDefault(GRANTED)]],
  ['its wait for a banner that never comes', [], ['granted'], [setDefault({ ...GRANTED, wait_for_update: 500 })]],
  [
    'https://gitlab.com/gitlab-com/marketing/digital-experience/buyer-experience/-/issues/3503',
    [],
    [],
    [setDefault({ ...DENIED, region: EUROPE, wait_for_update: 500 }), setDefault({ ...GRANTED, wait_for_update: 500 })],
  ],
  [
    'https://taggingdocs.com/consent/consent-mode/consent-mode-gtm-setup',
    [],
    [],
    [setDefault(GRANTED), setDefault({ ...DENIED, region: EUROPE, wait_for_update: 500 })],
  ],
  [
    'https://github.com/mediawizardsentertainment/consent (consent.js: region is misspelt)',
    [],
    [],
    [setDefault({ ...DENIED, regions: EUROPE }), setDefault(GRANTED)],
  ],
  [
    'https://setupanalytics.com/?p=515 (a yes for the United States alone)',
    [],
    [],
    [setDefault({ ...GRANTED, region: ['US'] })],
  ],
  [
    'https://github.com/woocommerce/google-listings-and-ads (docs/gtag-consent-mode.md)',
    [],
    [],
    [setDefault({ ...DENIED, region: EUROPE })],
  ],
  [
    'https://support.cookiebot.com/hc/en-us/articles/360016047000-Implementing-Google-consent-mode',
    [],
    [],
    [setDefault({ ...DENIED, security_storage: 'granted', wait_for_update: 500 })],
  ],
  [
    'https://usercentrics.atlassian.net/wiki/pages/viewpage.action?navigatingVersions=true&pageId=2926936071',
    [],
    [],
    [setDefault({ ...DENIED, wait_for_update: 2_000 }), gtag('set', 'ads_data_redaction', true)],
  ],
  [
    'https://docs.optsens.com/docs/frameworks/consent-mode-v2',
    ['granted'],
    ['granted'],
    [setDefault({ ...DENIED, wait_for_update: 500 }), gtag('consent', 'update', GRANTED)],
  ],
  [
    'https://cookieconsent.orestbida.com/advanced/google-consent-mode.html',
    ['denied'],
    ['denied'],
    [setDefault(DENIED), gtag('consent', 'update', DENIED)],
  ],
  [
    'https://github.com/PatrykDachwitz/B2bLandingPage (basicConsentMode.blade.php: no default for who has answered)',
    ['granted'],
    ['granted'],
    [gtag('consent', 'update', GRANTED)],
  ],
  [
    'https://github.com/mollie/api-documentation (gtmEnableConsentMode.js: version 1, without ad_user_data)',
    [],
    [],
    [setDefault({ ...OLD, wait_for_update: 2_000 })],
  ],
  [
    'https://developers.google.com/gtagjs/devguide/consent (it grants the analytics alone)',
    [],
    [],
    [setDefault({ ad_storage: 'denied', analytics_storage: 'granted' })],
  ],
  [
    'https://github.com/treffendharm/cookies (treffend-head-code.php: the answer of before as the default)',
    ['granted'],
    ['granted'],
    [setDefault(GRANTED)],
  ],
  [
    'https://github.com/canonical/cookie-policy/pull/174.patch (as JSON text, by mistake)',
    [],
    [],
    [setDefault(JSON.stringify(GRANTED))],
  ],
])('Consent Mode: %s: %j, and after 10 s %j', async (_source, atStart, later, dataLayer) => {
  vi.stubGlobal('dataLayer', dataLayer)
  const heard = watch(RECIPE)
  const first = [...heard]
  await vi.advanceTimersByTimeAsync(10_000)
  expect([first, heard]).toEqual([atStart, later])
})

describe('a declared yes', () => {
  const push = (entry: unknown) => Reflect.get(window, 'dataLayer').push(entry)

  test('does not count before the page’s next line', async () => {
    vi.stubGlobal('dataLayer', [])
    const heard = watch(RECIPE)
    push(setDefault(GRANTED))
    push(setDefault({ ...DENIED, region: EUROPE }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(heard).toEqual([])
  })

  test('does not count while the page is parsed', async () => {
    vi.spyOn(Object.getPrototypeOf(document), 'readyState', 'get').mockReturnValue('loading')
    vi.stubGlobal('dataLayer', [setDefault(GRANTED)])
    expect(watch(RECIPE)).toEqual([])
    vi.restoreAllMocks()
  })

  test('is withdrawn by a no', () => {
    vi.stubGlobal('dataLayer', [setDefault(GRANTED)])
    const heard = watch(RECIPE)
    push(gtag('consent', 'update', DENIED))
    expect(heard).toEqual(['granted', 'denied'])
  })
})

test('a yes of WP Consent API without a banner is not an answer', async () => {
  const { places } = findConsentRecipe('wp-consent-api') as { places: ConsentPlaces }
  vi.stubGlobal('wp_has_consent', () => true)
  vi.stubGlobal('consent_api_get_cookie', () => '')
  const heard = watch(places)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(heard).toEqual([])
})

test('a function is called with its words, as a method of its object', () => {
  const currentState = vi.fn(function (this: unknown, ...words: string[]) {
    return this === cmp && words.join() === 'ads,shop.example'
  })
  const cmp = { currentState }
  vi.stubGlobal('cmp', cmp)
  expect(watch({ read: `cmp.currentState('ads', "shop.example")` })).toEqual(['granted'])
})

describe('settings are data: only the functions of our own recipes are called', () => {
  test.each([
    'eval(RAN=1)',
    'RAN.push(1)',
    'fetch(https://evil.example)',
    'location.replace(https://evil.example)',
    'setTimeout(RAN=1)',
    'Function(RAN=1).call(x)',
    'currentState.constructor(RAN=1)',
  ])('%s is not', (read) => {
    const ran = vi.fn(() => true)
    for (const name of ['eval', 'fetch', 'setTimeout', 'Function']) vi.stubGlobal(name, ran)
    vi.stubGlobal('RAN', { push: ran })
    vi.stubGlobal('currentState', { constructor: ran })
    const heard = watch({ deny: read, read })
    expect([ran.mock.calls, heard]).toEqual([[], []])
  })

  test('the table has exactly the functions that the recipes name', () => {
    const places = CONSENT_RECIPES.flatMap((recipe) => ('places' in recipe ? Object.values(recipe.places).flat() : []))
    const called = places.flatMap((place) => Array.from(String(place).matchAll(/(\w+)\(/g), ([, name]) => name))
    expect([...CALLABLE].sort()).toEqual([...new Set(called)].filter((name) => name !== 'dataLayer').sort())
  })
})

test('commands that the data layer does not store are heard', () => {
  vi.stubGlobal('dataLayer', { push: () => {} }) // a blocker's stand-in
  const heard = watch({ read: 'dataLayer(consent,update).ad_user_data', has: 'granted', on: ['dataLayer'] })
  Reflect.get(window, 'dataLayer').push(gtag('consent', 'update', { ad_user_data: 'granted' }))
  expect(heard).toEqual(['granted'])
})

test('one click with three events is one choice', () => {
  const cmp = { marketing: false, asked: false }
  vi.stubGlobal('cmp', cmp)
  const heard = watch({ read: 'cmp.marketing', answered: 'cmp.asked', on: ['saved', 'changed'] })
  Object.assign(cmp, { marketing: true, asked: true })
  window.dispatchEvent(new Event('saved'))
  document.dispatchEvent(new Event('changed'))
  document.dispatchEvent(new Event('changed', { bubbles: true }))
  expect(heard).toEqual(['granted'])
})

test('an answer without an event is found within ten seconds, and not later', async () => {
  const cmp = { marketing: undefined as boolean | undefined }
  vi.stubGlobal('cmp', cmp)
  const early = watch({ read: 'cmp.marketing' })
  await vi.advanceTimersByTimeAsync(9900)
  expect(vi.getTimerCount()).toBe(1)
  cmp.marketing = true
  await vi.advanceTimersByTimeAsync(100)
  expect([early, vi.getTimerCount()]).toEqual([['granted'], 0])
})

test('a yes in another tab is found when the shopper returns', async () => {
  const cmp = { marketing: undefined as boolean | undefined }
  vi.stubGlobal('cmp', cmp)
  const heard = watch({ read: 'cmp.marketing' })
  await vi.advanceTimersByTimeAsync(60_000)
  cmp.marketing = true
  document.dispatchEvent(new Event('visibilitychange'))
  expect(heard).toEqual(['granted'])
})

test('a no from a new cookie and an old memory is not an answer', async () => {
  const kept = { isClosed: false }
  vi.stubGlobal('groups', ',C1,')
  vi.stubGlobal('IsAlertBoxClosed', () => kept.isClosed)
  const heard = watch({ read: 'groups', has: 'C4', answered: 'IsAlertBoxClosed()', on: ['updated'] })
  kept.isClosed = true // yes, in another tab
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heard).toEqual([])
  window.dispatchEvent(new Event('updated'))
  expect(heard).toEqual(['denied'])
})

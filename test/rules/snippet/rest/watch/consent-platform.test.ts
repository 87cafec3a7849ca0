// @vitest-environment happy-dom
/**
 * Promise: a consent recipe's places are read as they are written. A yes counts immediately, a no only as an answer. An
 * unreadable value is neither.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CONSENT_RECIPES, findConsentRecipe } from '../../../../../src/recipes/consent/index.js'
import { createLayerWatch } from '../../../../../src/snippet/core/layer.js'
import {
  CALLABLE,
  type ConsentPlaces,
  watchConsentPlatform,
} from '../../../../../src/snippet/rest/watch/consent-platform.js'

beforeEach(() => void vi.useFakeTimers())

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
const waiting = (fields: object) => ({ ...fields, wait_for_update: 500 })
const EUROPEAN = waiting({ ...DENIED, region: EUROPE })
const MISSPELT = { ...DENIED, regions: EUROPE }

/** @param source of the form: `owner/name#1` and `owner/name` are on github.com */
test.each<[source: string, choice: string | undefined, dataLayer: unknown[], later?: string]>([
  ['PrestaShop/ps_googleanalytics#159', 'granted', [setDefault(GRANTED)]],
  ['its wait for a banner that never comes', undefined, [setDefault(waiting(GRANTED))], 'granted'],
  ['gitlab-com, buyer-experience 3503', undefined, [setDefault(EUROPEAN), setDefault(waiting(GRANTED))]],
  ['taggingdocs.com, consent-mode-gtm-setup', undefined, [setDefault(GRANTED), setDefault(EUROPEAN)]],
  ['mediawizardsentertainment/consent: region is misspelt', undefined, [setDefault(MISSPELT), setDefault(GRANTED)]],
  ['setupanalytics.com/?p=515: a yes for America alone', undefined, [setDefault({ ...GRANTED, region: ['US'] })]],
  ['woocommerce/google-listings-and-ads', undefined, [setDefault({ ...DENIED, region: EUROPE })]],
  ['support.cookiebot.com', undefined, [setDefault(waiting({ ...DENIED, security_storage: 'granted' }))]],
  ['usercentrics.atlassian.net', undefined, [setDefault(waiting(DENIED)), gtag('set', 'ads_data_redaction', true)]],
  ['docs.optsens.com', 'granted', [setDefault(waiting(DENIED)), gtag('consent', 'update', GRANTED)]],
  ['cookieconsent.orestbida.com', 'denied', [setDefault(DENIED), gtag('consent', 'update', DENIED)]],
  ['PatrykDachwitz/B2bLandingPage: no default', 'granted', [gtag('consent', 'update', GRANTED)]],
  ['mollie/api-documentation: version 1, without ad_user_data', undefined, [setDefault(waiting(OLD))]],
  ['developers.google.com/gtagjs: analytics alone', undefined, [setDefault({ ...OLD, analytics_storage: 'granted' })]],
  ['canonical/cookie-policy#174: as JSON text, by mistake', undefined, [setDefault(JSON.stringify(GRANTED))]],
])('Consent Mode: %s: %j', async (_source, choice, dataLayer, later = choice) => {
  vi.stubGlobal('dataLayer', dataLayer)
  const heard = watch(RECIPE)
  const first = [...heard]
  await vi.advanceTimersByTimeAsync(10_000)
  expect([first, heard]).toEqual([choice, later].map((each) => (each ? [each] : [])))
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
    ...['eval(RAN=1)', 'RAN.push(1)', 'fetch(https://evil.example)', 'location.replace(https://evil.example)'],
    ...['setTimeout(RAN=1)', 'Function(RAN=1).call(x)', 'currentState.constructor(RAN=1)'],
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

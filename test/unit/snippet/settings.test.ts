// @vitest-environment happy-dom
/** Settings come from the tag, and the endpoint is a guess only on the page's own origin. */
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { Settings } from '../../../src/snippet/settings.js'
import { openPage } from './page.js'

afterEach(() => void vi.restoreAllMocks())

function tag(attributes: Record<string, string>) {
  const script = document.createElement('script')
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  return script
}

test.each<[string, Record<string, string>, string]>([
  ['the script’s own folder', { src: `${location.origin}/shop/ringup.js?v=1` }, `${location.origin}/shop/`],
  ['none from another origin', { src: 'https://cdn.example/ringup.js' }, ''],
  ['as given, from another origin too', { src: 'https://cdn.example/r.js', 'data-endpoint': '/events' }, '/events'],
  ['as given, for a script within the page', { 'data-endpoint': '/events' }, '/events'],
  ['none for a script of no address', { src: 'data:text/javascript,1' }, ''],
])('endpoint: %s', async (_why, attributes, endpoint) => {
  const { settings, readSettings } = await openPage({ settings: { endpoint: '' } })
  readSettings(tag(attributes))
  expect(settings.endpoint).toBe(endpoint)
})

test('attributes are settings, in camelCase', async () => {
  const { settings, readSettings } = await openPage()
  readSettings(tag({ 'data-convert-on': 'purchase', 'data-data-layer': 'layer', 'data-selectors': '{"promo":"#p"}' }))
  expect(settings).toMatchObject({ convertOn: 'purchase', dataLayer: 'layer', selectors: { promo: '#p' } })
})

test.each<[string, object, object]>([
  [
    'a setting',
    {
      consent: 'required',
      get debug() {
        throw new Error('not today')
      },
    },
    { consent: 'required' },
  ],
  [
    'consent, which counts as required',
    {
      persist: 'none',
      get consent() {
        throw new Error('not today')
      },
    },
    { consent: 'required', persist: 'none' },
  ],
])('a getter that throws costs no other setting: %s', async (_what, given, expected) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { settings, readSettings } = await openPage()
  Object.assign(window, { ringup: given })
  readSettings(null)
  Reflect.deleteProperty(window, 'ringup')
  expect(settings).toMatchObject(expected)
})

test.each([[null], [undefined]])('%s sets nothing', async (given) => {
  const { settings, configure } = await openPage()
  const before = { ...settings }
  configure(given as never)
  expect(settings).toEqual(before)
})

describe('settings of the page', () => {
  const shop = window as unknown as { ringup?: unknown }

  afterEach(() => {
    document.body.innerHTML = ''
    Reflect.deleteProperty(window, 'ringup')
  })

  test('come from the tag, else from window.ringup, else from a JSON block', async () => {
    const { settings, readSettings } = await openPage()
    document.body.innerHTML =
      '<script type="application/json" id="ringup">{"convertOn":"block","decimal":",","persist":"none"}</script>'
    shop.ringup = { convertOn: 'global', decimal: '.' }
    readSettings(tag({ 'data-convert-on': 'tag' }))
    expect(settings).toMatchObject({ convertOn: 'tag', decimal: '.', persist: 'none' })
  })

  test.each<[string, () => unknown, string]>([
    ['an element of that id', () => document.querySelector('#ringup'), '<div id="ringup" convertOn="x"></div>'],
    ['text that is no script', () => undefined, '<p id="ringup">{"convertOn":"x"}</p>'],
    ['an object that is not plain', () => Object.assign(new (class {})(), { convertOn: 'x' }), ''],
    ['a list', () => Object.assign([], { convertOn: 'x' }), ''],
    [
      'a block that is no JSON',
      () => undefined,
      '<script type="application/json" id="ringup">convertOn = "x"</script>',
    ],
    ['a script of another type', () => undefined, '<script type="text/x" id="ringup">{"convertOn":"x"}</script>'],
    ['a plain object of another frame’s kind', () => Object.create({ convertOn: 'x' }), ''],
  ])('are not taken from %s', async (_what, toGlobal, html) => {
    const { settings, readSettings } = await openPage()
    document.body.innerHTML = html
    shop.ringup = toGlobal()
    readSettings(null)
    expect(settings.convertOn).toBeUndefined()
  })
})

test('no tag at all changes nothing', async () => {
  const { settings, readSettings } = await openPage()
  readSettings(null)
  expect(settings.endpoint).toBe('https://shop.example/ringup/')
})

describe('what is no setting, or has no such value, is named once in the console and ignored', () => {
  test.each<[string, object]>([
    ['consnet', { consnet: 'required' }],
    ['persist', { persist: 'cookies' }],
    ['debug', { debug: true }],
    ['selectors', { selectors: '{ not JSON' }],
    ['adapter', { adapter: 'xml' }],
    ['email', { email: () => 'a@b' }],
    ['constructor', JSON.parse('{"constructor":"x"}')],
    ['__proto__', JSON.parse('{"__proto__":"x"}')],
  ])('%s', async (name, given) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { settings, configure } = await openPage()
    const before = { ...settings }
    configure(given)
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`"${name}"`)]])
    expect(settings).toEqual(before)
  })

  test('an unknown value leaves that of a place which counts less', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    document.body.innerHTML = '<script type="application/json" id="ringup">{"decimal":","}</script>'
    const { settings, readSettings } = await openPage()
    readSettings(tag({ 'data-decimal': 'comma' }))
    expect([settings.decimal, warn.mock.calls.length]).toEqual([',', 1])
    document.body.innerHTML = ''
  })
})

test('a misspelt consent is named too, and counts as required: nothing is sent against the shopper’s will', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { settings, configure } = await openPage()
  configure({ consent: 'requierd' })
  expect([settings.consent, warn.mock.calls.length]).toEqual(['required', 1])
})

test('undefined is not set', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { settings, configure } = await openPage()
  configure({ dataLayer: undefined, consent: 'required', decimal: undefined })
  expect(settings).toMatchObject({ dataLayer: 'dataLayer', consent: 'required' })
  expect(warn).not.toHaveBeenCalled()
})

test('settings that are words are typed as such', () => {
  expectTypeOf<Settings['consent']>().toEqualTypeOf<'required' | 'not-required'>()
  expectTypeOf<Settings['value']>().toEqualTypeOf<'source' | 'items'>()
  // @ts-expect-error: no such word
  const consent: Settings['consent'] = 'maybe'
  expect(consent).toBe('maybe')
})

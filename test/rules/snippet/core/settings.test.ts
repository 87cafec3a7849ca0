// @vitest-environment happy-dom
/** Promise: settings come from the tag. The endpoint is guessed only on the page's own origin. */
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test } from 'vitest'
import { SETTINGS, type SettingName, toSetting } from '../../../../src/contract/settings.js'
import { configure, DEFAULTS, readFolder, readSettings, type Settings } from '../../../../src/snippet/core/settings.js'
import { createSnippet } from '../../../../src/snippet/core/snippet.js'
import { openPage, stored } from '../page.js'

function tag(attributes: Record<string, string>) {
  const script = document.createElement('script')
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  return script
}

/** @param given the settings served with the script, then `window.ringup` */
function read(given: unknown[], ...tags: HTMLScriptElement[]): Settings {
  const { settings } = createSnippet()
  readSettings(settings, given, tags)
  return settings
}

test.each<[string, Record<string, string>, string]>([
  ['the script’s own folder', { src: `${location.origin}/shop/ringup.js?v=1` }, `${location.origin}/shop/`],
  ['none from another origin', { src: 'https://cdn.example/ringup.js' }, ''],
  ['none from a port that begins like the page’s', { src: `${location.origin}0/ringup.js` }, ''],
  ['as given, also from another origin', { src: 'https://cdn.example/r.js', 'data-endpoint': '/events' }, '/events'],
  ['as given, for a script within the page', { 'data-endpoint': '/events' }, '/events'],
  ['none for a script without an address', { src: 'data:text/javascript,1' }, ''],
])('endpoint: %s', (_why, attributes, endpoint) => {
  expect(read([], tag(attributes)).endpoint).toBe(endpoint)
})

/** Files of optimisers that contain the script or a copy of it. `owner/name#1` is a report on github.com. */
test.each([
  ['docs.wp-rocket.me/article/1351', '/wp-content/cache/min/1/ringup/ringup.js?ver=1'],
  ['mailpoet/mailpoet#7006', '/wp-content/uploads/siteground-optimizer-assets/ringup.min.js'],
  ['a cache of another system', '/static/cache/ringup.js'],
  ['Automattic/jetpack#48014', '/_jb_static/??83544c5457'],
  ['magento/magento2#2610', '/static/version1449231043/_cache/merged/db6b6fc668e0d14d.js'],
  ['MahoCommerce/maho', '/media/mahominify/5f1e.js'],
])('the folder of an optimiser’s file is not the proxy’s: %s: %s', (_source, path) => {
  expect(read([], tag({ src: location.origin + path })).endpoint).toBe('')
})

test.each([
  ['a version’s own name', '/ringup/ringup-0.1.0-4678826694a1b699.js'],
  ['a path that the operator chose', '/assets/r/ringup.js'],
  ['Cloudflare’s Rocket Loader, which keeps the address', '/ringup/ringup.js'],
])('the folder of the proxy’s own file is its address: %s', (_source, path) => {
  expect(read([], tag({ src: location.origin + path })).endpoint).toBe(new URL('.', location.origin + path).href)
})

describe('attributes are settings, in camelCase, and structures are JSON', () => {
  const ATTRIBUTES: [attribute: string, text: string, setting: SettingName, read: unknown][] = [
    ['data-endpoint', '/events', 'endpoint', '/events'],
    ['data-adapter', 'dom', 'adapter', 'dom'],
    ['data-data-layer', 'layer', 'dataLayer', 'layer'],
    ['data-convert-on', 'purchase', 'convertOn', 'purchase'],
    ['data-selectors', '{"promo":"#p"}', 'selectors', { promo: '#p' }],
    ['data-email', '#mail', 'email', '#mail'],
    ['data-value', 'items', 'value', 'items'],
    ['data-decimal', ',', 'decimal', ','],
    ['data-consent', '{"read":"cmp.marketing"}', 'consent', { read: 'cmp.marketing' }],
    ['data-debug', 'panel', 'debug', 'panel'],
    ['data-signature', '1.x', 'signature', '1.x'],
  ]

  test.each(ATTRIBUTES)('%s="%s"', (attribute, text, setting, value) => {
    expect(read([], tag({ [attribute]: text }))[setting]).toEqual(value)
    expect(toSetting(setting, text)).toEqual(value)
  })

  test('each setting has a row', () => {
    expect(ATTRIBUTES.map(([, , setting]) => setting)).toEqual(Object.keys(SETTINGS))
  })
})

describe('settings of the page', () => {
  test('come from the tag, window.ringup, or the served settings', () => {
    const served = { convertOn: 'served', decimal: '.', value: 'items', email: '#mail' }
    const settings = read([served, { convertOn: 'global', decimal: ',' }], tag({ 'data-convert-on': 'tag' }))
    expect(settings).toMatchObject({ convertOn: 'tag', decimal: ',', value: 'items', email: '#mail' })
  })

  test.each<[string, () => unknown]>([
    ['an element of that id', () => Object.assign(document.createElement('div'), { id: 'ringup', convertOn: 'x' })],
    ['a list', () => Object.assign([], { convertOn: 'x' })],
    ['the prototype of an object', () => Object.create({ convertOn: 'x' })],
    ['a window', () => Object.assign(window, { convertOn: 'x' })],
  ])('are not read from %s', (_what, toGlobal) => {
    expect(read([undefined, toGlobal()]).convertOn).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['without a prototype', Object.assign(Object.create(null), { consent: 'required' })],
    ['of a class', Object.assign(new (class {})(), { consent: 'required' })],
    ['of another frame', runInNewContext('({ consent: "required" })')],
    ['in a proxy', new Proxy({ consent: 'required' }, { getPrototypeOf: () => null })],
  ])('are read from an object %s', (_what, object) => {
    expect(read([object]).consent).toBe('required')
  })

  test('of a later tag are added, and both tags keep theirs', () => {
    const [theme, thanks] = [tag({ 'data-email': '#mail' }), tag({ 'data-convert-on': 'purchase' })]
    expect(read([], theme, thanks)).toEqual(read([], thanks, theme))
    expect(read([], theme, thanks)).toMatchObject({ email: '#mail', convertOn: 'purchase' })
  })
})

test('without a tag, settings do not change', () => {
  expect(read([])).toEqual(DEFAULTS)
})

const fail = () => {
  throw new Error('not today')
}

test.each<[string, object]>([
  ['a getter', Object.defineProperty({ endpoint: '/ringup' }, 'consent', { get: fail, enumerable: true })],
  ['a proxy', new Proxy({ endpoint: '/ringup' }, { get: fail })],
])('if the settings cannot be read whole, nothing is stored or sent: %s throws', async (_what, given) => {
  const page = openPage()
  readSettings(page.settings, [given], [tag({ src: `${location.origin}/ringup/ringup.js` })])
  expect(await page.addToList('newsletter', { email: 'ada@example.com' })).toMatchObject({ reason: 'no_endpoint' })
  expect([page.fetch.mock.calls, stored()]).toEqual([[], []])
})

describe('a URL with one leading slash belongs to the page’s origin, whatever <base> says', () => {
  const withBase = (action: () => void) => {
    document.head.innerHTML = '<base href="https://evil.example/">'
    action()
    document.head.innerHTML = ''
  }

  test('the script’s own', () => {
    withBase(() => {
      expect(readFolder(tag({ src: '/ringup/ringup.js' }))).toBe(`${location.origin}/ringup/`)
      expect(read([], tag({ src: '/ringup/ringup.js' })).endpoint).toBe(`${location.origin}/ringup/`)
    })
  })

  test('the endpoint', async () => {
    const page = openPage({ settings: { endpoint: '/ringup/' } })
    withBase(() => void page.convert({ email: 'ada@example.com', cart_data: { order_number: '1' } }))
    expect(page.fetch.mock.calls[0]?.[0]).toBe(`${location.origin}/ringup/`)
  })
})

test.each([[null], [undefined]])('%s does not set anything', (given) => {
  const settings = { ...DEFAULTS }
  configure(settings, given as never)
  expect(settings).toEqual(DEFAULTS)
})

test.each(['{"constructor":"x"}', '{"__proto__":{"convertOn":"x"}}'])(
  '%s does not change the prototype of an object',
  (json) => {
    const { settings } = createSnippet()
    configure(settings, JSON.parse(json))
    expect([settings.convertOn, Object.getPrototypeOf(settings)]).toEqual([undefined, null])
  },
)

describe('a page that adds to the prototype of all objects', () => {
  const names = ['consent', 'email', 'convertOn']
  afterEach(() => {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name)
  })

  test.each<[string, unknown]>([
    ['functions', () => {}],
    ['texts', 'x'],
  ])('does not change the settings: %s', (_what, value) => {
    for (const name of names) Object.defineProperty(Object.prototype, name, { value, configurable: true })
    const { consent, email, convertOn } = read([], tag({ 'data-consent': 'required', 'data-email': '#mail' }))
    expect([consent, email, convertOn]).toEqual(['required', '#mail', undefined])
  })
})

test('undefined keeps the value', () => {
  const settings = { ...DEFAULTS }
  configure(settings, { dataLayer: undefined, consent: 'required', decimal: undefined })
  expect(settings).toEqual({ ...DEFAULTS, consent: 'required' })
})

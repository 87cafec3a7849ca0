// @vitest-environment happy-dom
/** Promise: earlier calls are replayed in order. A script that is on the page twice runs once. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { KEEPER, STUB } from '../../../../src/recipes/stub.js'
import { accept, leavePage } from '../page.js'

type Stub = ((...args: unknown[]) => Promise<{ status: string }>) & { q?: unknown }
const shop = window as unknown as { convert: Stub; addToList: Stub }

/** Runs the page's inline line before the script. */
const stub = () => new Function(STUB)()

/** The proxy serves the script and accepts all events. */
function serve(served: object = { endpoint: '/ringup' }) {
  const fetch = vi.fn(accept)
  vi.stubGlobal('fetch', fetch)
  Object.assign(globalThis, { 'ringup:served': served })
  return { bodies: () => fetch.mock.calls.map(([, { body }]) => JSON.parse(body)) }
}

async function load(served?: object) {
  vi.resetModules()
  leavePage()
  const { bodies } = serve(served)
  await import('../../../../src/snippet/whole.js')
  return bodies()
}

const GLOBALS = ['ringup:', 'ringup', 'dataLayer', 'convert', 'addToList', 'consent']
afterEach(() => {
  for (const name of GLOBALS) Reflect.deleteProperty(window, name)
})

test('replays calls of both queues in order of time, and settles their promises', async () => {
  vi.useFakeTimers({ now: 1000 })
  stub()
  const first = shop.addToList('newsletter', { email: 'a@b' })
  vi.setSystemTime(2000)
  const second = shop.convert({ email: 'a@b' })
  vi.setSystemTime(3000)
  const third = shop.addToList('vip', { email: 'a@b' })
  const sent = await load()
  expect(sent.map(({ kind, list }) => list ?? kind)).toEqual(['newsletter', 'convert', 'vip'])
  expect(await Promise.all([first, second, third])).toMatchObject(Array(3).fill({ status: 'accepted' }))
})

test.each<[string, object, string[]]>([
  ['once, even if the page does not report an order', {}, ['Ringup sends nothing: set data-endpoint.']],
  ['not if it is served with the script', { endpoint: '/ringup' }, []],
])('the console names a missing endpoint %s', async (_what, served, lines) => {
  vi.useFakeTimers() // so nothing of this page runs later
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await load(served)
  expect(warn.mock.calls.map(([text]) => text)).toEqual(lines)
})

test('bare arguments without time and promise, as tag managers keep them, are replayed', async () => {
  stub()
  void shop.convert({ email: 'a@b' })
  for (const args of shop.convert.q as object[]) Object.assign(args, { t: undefined, r: undefined })
  expect(await load()).toMatchObject([{ kind: 'convert' }])
})

test.each([
  ['an element', () => document.createElement('div')],
  ['an object', () => ({ q: 7 })],
])('a kept answer about consent counts even if %s has the name consent', async (_what, toGlobal) => {
  stub()
  Reflect.get(window, 'ringup').consent('denied')
  void shop.convert({ email: 'a@b' })
  Object.assign(shop, { consent: toGlobal() })
  expect(await load()).toEqual([])
})

test('a later call in a tag manager’s queue is made too', async () => {
  const q: unknown[] = []
  const convert = Object.assign((...args: unknown[]) => void q.push(args), { q })
  Object.assign(shop, { convert })
  expect(await load()).toEqual([])
  convert({ email: 'a@b' })
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a script that is twice on a page runs once', async () => {
  await load()
  const { convert } = shop
  Object.assign(shop, { convert: Object.assign(convert, { q: [[{ email: 'a@b' }]] }) })
  expect(await load()).toEqual([])
  expect(shop.convert).toBe(convert)
})

test('markup of these names neither stops the script nor becomes a queue', async () => {
  Object.assign(shop, {
    convert: document.createElement('a'),
    addToList: document.createElement('a'),
    ringup: document.body,
  })
  expect(await load()).toEqual([])
  expect([typeof shop.convert, typeof shop.addToList]).toEqual(['function', 'function'])
})

test('a call kept by the stub has the time at which it was made', async () => {
  vi.useFakeTimers({ now: 1000 })
  stub()
  void shop.convert({ email: 'a@b' })
  vi.setSystemTime(61_000)
  expect(await load()).toMatchObject([{ kind: 'convert', age: 60_000 }])
})

test.each([
  ['a text as its time', '2026-11-22'],
  ['a time ahead', 9e15],
])('a kept call with %s has the current time', async (_what, t) => {
  vi.useFakeTimers({ now: 1000 })
  stub()
  void shop.convert({ email: 'a@b' })
  for (const args of shop.convert.q as object[]) Object.assign(args, { t })
  expect(await load()).toMatchObject([{ kind: 'convert', age: 0 }])
})

test('an entry that is not a call does not stop the others', async () => {
  stub()
  void shop.convert({ email: 'a@b' })
  const q = Object.freeze([{}, null, 7, { t: Symbol('t') }, ...(shop.convert.q as object[])])
  Object.assign(shop.convert, { q })
  expect(await load()).toMatchObject([{ kind: 'convert' }])
})

test('a call reads entries that a blocker’s stand-in did not store', async () => {
  vi.stubGlobal('dataLayer', Object.assign([], { push: () => 0 }))
  await load()
  Reflect.get(window, 'dataLayer').push({
    event: 'purchase',
    user_data: { email: 'a@b' },
    ecommerce: { transaction_id: '1' },
  })
  expect(await shop.convert()).toMatchObject({ status: 'accepted' })
})

test('a page without a data layer does not get one', async () => {
  await load()
  expect('dataLayer' in window).toBe(false)
})

describe('the page', () => {
  /** Runs the script with an order that waits, and looks at the page before and after. */
  async function look<Seen>(read: () => Seen) {
    vi.useFakeTimers({ now: 1000 }) // so nothing of this page runs later
    for (const name of ['convert', 'addToList']) Reflect.deleteProperty(window, name)
    vi.stubGlobal('dataLayer', [])
    document.body.innerHTML = '<form data-add-to-list="newsletter"><input name="email"></form>'
    vi.resetModules()
    leavePage()
    serve()
    const away = () => Promise.reject(new TypeError('away'))
    vi.stubGlobal('fetch', away)
    const before = read()
    await import('../../../../src/snippet/whole.js')
    expect(await shop.convert({ email: 'a@b' })).toMatchObject({ status: 'queued' })
    return { before, after: read() }
  }

  test('keeps its markup, and gets the names and the two wrapped functions of the guide', async () => {
    const owners = [
      ...[window, document, history, Object.prototype, Array.prototype, Promise.prototype, JSON],
      ...[HTMLFormElement, Element, Node, Document, XMLHttpRequest].map(({ prototype }) => prototype),
    ]
    const read = () => ({
      html: document.documentElement.outerHTML,
      functions: [...owners, Reflect.get(window, 'dataLayer')].map((owner) => Object.getOwnPropertyDescriptors(owner)),
    })
    const { before, after } = await look(read)
    const isKept = (one: PropertyDescriptor | undefined, other: PropertyDescriptor) =>
      one !== undefined && Object.is(one.value, other.value) && one.get === other.get
    const changed = after.functions.flatMap((own, index) =>
      Object.entries(own).flatMap(([name, each]) => (isKept(before.functions[index]?.[name], each) ? [] : [name])),
    )
    expect(changed.sort()).toEqual(['addToList', 'convert', 'dataLayer', 'push', 'ringup', 'ringup:', 'submit'])
    expect(after.html).toBe(before.html)
  })

  test('is not asked what browser, device or language it is', async () => {
    const asked = new Set<PropertyKey>()
    const watch = (own: object) =>
      new Proxy(own, {
        get(target, name) {
          asked.add(name)
          return Reflect.get(target, name, target)
        },
      })
    for (const name of ['navigator', 'screen']) vi.stubGlobal(name, watch(Reflect.get(window, name)))
    await look(() => {})
    expect([...asked]).toEqual(['onLine'])
  })
})

test('an element named currentScript does not hide that consent is required', async () => {
  serve()
  Object.defineProperty(document, 'currentScript', { value: document.createElement('img'), configurable: true })
  await runTag({ 'data-consent': 'required' })
  const outcome = await shop.convert({ email: 'a@b' })
  Reflect.deleteProperty(document, 'currentScript')
  expect([outcome.status, vi.mocked(fetch).mock.calls]).toEqual(['held', []])
})

test('an element with the flag’s name does not stop the script', async () => {
  Object.assign(window, { 'ringup:': document.createElement('a') })
  await load()
  expect(typeof shop.convert).toBe('function')
})

test('a name that the page has locked does not stop the other names', async () => {
  Object.defineProperty(window, 'ringup', { value: {}, writable: false, configurable: true })
  await load()
  expect(typeof shop.convert).toBe('function')
})

/** Runs the script with this tag. The module is evaluated once for each tag of the page. */
async function runTag(attributes: Record<string, string>) {
  const script = document.createElement('script')
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  vi.spyOn(Object.getPrototypeOf(document), 'currentScript', 'get').mockReturnValue(script)
  vi.resetModules()
  await import('../../../../src/snippet/whole.js')
}

describe('a second tag adds its settings, whichever of the two runs first', () => {
  const theme = { 'data-email': '#mail' }
  const thanks = { 'data-convert-on': 'purchase' }

  test.each([
    ['the theme’s', [theme, thanks]],
    ['the thank-you page’s', [thanks, theme]],
  ])('%s', async (_which, tags) => {
    Object.assign(window, { dataLayer: [] })
    document.body.innerHTML = '<b id="mail">ada@example.com</b>'
    const { bodies } = serve()
    for (const tag of tags) await runTag(tag)
    Reflect.get(window, 'dataLayer').push({ event: 'purchase', ecommerce: { transaction_id: '1' } })
    expect(bodies().map(({ raw }) => raw.emails)).toEqual([['ada@example.com']])
  })

  test('window.ringup counts for the tag after it, and the functions are restored', async () => {
    await load()
    const { status } = Reflect.get(window, 'ringup')
    Object.assign(window, { ringup: { consent: 'required' } })
    await runTag({})
    expect([Reflect.get(window, 'ringup').status, (await status()).consent]).toEqual([status, 'required'])
  })
})

test('a later tag names another data layer, which is watched too', async () => {
  const purchase = (transaction_id: string) => ({
    event: 'purchase',
    user_data: { email: 'a@b' },
    ecommerce: { transaction_id, items: [{ item_id: 'MUG' }] },
  })
  vi.stubGlobal('dataLayer', [])
  vi.stubGlobal('shopLayer', [])
  const { bodies } = serve()
  await runTag({ 'data-convert-on': 'purchase' })
  await runTag({ 'data-data-layer': 'shopLayer' })
  Reflect.get(window, 'shopLayer').push(purchase('1'))
  expect(bodies()).toHaveLength(1)
})

test('a page that has frozen the prototype of forms still converts', async () => {
  const { submit } = HTMLFormElement.prototype
  Object.defineProperty(HTMLFormElement.prototype, 'submit', { value: submit, writable: false, configurable: true })
  vi.stubGlobal('dataLayer', [])
  const { bodies } = serve()
  await runTag({ 'data-convert-on': 'purchase' }).finally(() => {
    Object.defineProperty(HTMLFormElement.prototype, 'submit', { value: submit, writable: true, configurable: true })
  })
  const ecommerce = { transaction_id: '1', items: [{ item_id: 'MUG' }] }
  Reflect.get(window, 'dataLayer').push({ event: 'purchase', user_data: { email: 'a@b' }, ecommerce })
  expect(bodies()).toHaveLength(1)
})

describe('a consent recipe on a tag', () => {
  const recipe = { 'data-consent': '{"read":"cmp.marketing","on":["cmp-saved"]}' }
  const open = async (marketing: boolean | undefined, ...tags: Record<string, string>[]) => {
    serve()
    vi.stubGlobal('cmp', { marketing })
    for (const tag of tags) await runTag(tag)
  }

  test('a yes on an earlier page counts for the calls that wait for the script', async () => {
    stub()
    const outcome = shop.convert({ email: 'a@b' })
    await open(true, recipe)
    expect(await outcome).toMatchObject({ status: 'accepted' })
  })

  test('on each tag, it is watched once, and keeps a choice that the page has set', async () => {
    const listen = vi.spyOn(window, 'addEventListener')
    await open(true, recipe)
    Reflect.get(window, 'ringup').consent('denied')
    await runTag(recipe)
    expect(listen.mock.calls.filter(([name]) => name === 'cmp-saved')).toHaveLength(1)
    expect((await Reflect.get(window, 'ringup').status()).consent).toBe('denied')
  })

  test('with a mistake in it does not stop anything', async () => {
    await open(true, { 'data-consent': '{"read":"cmp.marketing","on":null}' })
    expect(await shop.convert({ email: 'a@b' })).toMatchObject({ status: 'accepted' })
  })

  test('on a later tag is watched too', async () => {
    await open(undefined, {}, recipe)
    expect(await shop.convert({ email: 'a@b' })).toMatchObject({ status: 'held' })
    expect(fetch).toHaveBeenCalledTimes(0)
    vi.stubGlobal('cmp', { marketing: true })
    window.dispatchEvent(new Event('cmp-saved'))
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

test('a tag of type module cannot find itself, so its address identifies it', async () => {
  Reflect.deleteProperty(globalThis, 'ringup:served')
  const tag = document.createElement('script')
  Object.assign(tag, { type: 'module' })
  tag.dataset.endpoint = '/events'
  const isTag = (selector: string) => selector.startsWith('script[src')
  const query = vi.spyOn(Object.getPrototypeOf(document), 'querySelector') // happy-dom would load it
  query.mockImplementation((...[selector]) => (isTag(String(selector)) ? tag : null))
  vi.spyOn(Object.getPrototypeOf(document), 'currentScript', 'get').mockReturnValue(null)
  const fetch = vi.fn(accept)
  vi.stubGlobal('fetch', fetch)
  vi.resetModules()
  await import('../../../../src/snippet/whole.js')
  query.mockRestore()
  await Reflect.get(window, 'convert')({ email: 'a@b' })
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([`${location.origin}/events`])
})

test('the endpoint does not name where code comes from', async () => {
  const fetch = vi.fn(accept)
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('REST_FILE', 'ringup-rest.js')
  Object.assign(globalThis, { 'ringup:served': { endpoint: 'https://evil.example/ringup/' } })
  const tag = document.createElement('script')
  tag.setAttribute('src', '/cache/combined.js')
  vi.spyOn(Object.getPrototypeOf(document), 'currentScript', 'get').mockReturnValue(tag)
  vi.resetModules()
  await import('../../../../src/snippet/index.js')
  expect(await Reflect.get(window, 'ringup').status()).toBeUndefined()
  expect(fetch).not.toHaveBeenCalled()
})

describe('the inline line before the script', () => {
  test('keeps a decision about consent, which counts in its order of time', async () => {
    vi.useFakeTimers({ now: 1000 })
    stub()
    Reflect.get(window, 'ringup').consent('granted')
    vi.setSystemTime(2000)
    const outcome = shop.convert({ email: 'a@b' })
    document.body.innerHTML = '<script type="application/json" id="ringup">{"consent":"required"}</script>'
    const sent = await load()
    expect([sent.length, (await outcome).status]).toEqual([1, 'accepted'])
  })

  test('a no counts for an order of the same millisecond', async () => {
    vi.useFakeTimers({ now: 1000 })
    stub()
    Reflect.get(window, 'ringup').consent('denied')
    const outcome = shop.convert({ email: 'a@b' })
    expect([await load(), await outcome]).toMatchObject([[], { status: 'blocked' }])
  })

  test('is not a setting', async () => {
    stub()
    await load()
    expect((await Reflect.get(window, 'ringup').status()).consent).toBe('not-required')
  })

  test('has at most 250 bytes with its element, and the keeper 350', () => {
    expect([`<script>${STUB}</script>`.length <= 250, KEEPER.length <= 350]).toEqual([true, true])
  })
})

/**
 * Plays a story on the snippet in a page: calls, a fake proxy, a fake clock and the browser's events. A step's result is what the page
 * did in it: `>a` is a request of the event a, `>a!` one without keepalive, `a:queued:network` an outcome that a call or the page gets.
 *
 *   proxy 503+2m                the proxy's answers from now on: a status, `busy 503` in its own words, `refuse 422 field`, `away`,
 *                               `hangs`; several in turn, and the last one stays
 *   order a number=A-1 -> >a a:accepted
 *   +1m -> >a@2s >a@6s          time passes; `clock +1h` only sets the clock
 *   page consent=required       the next page of this browser
 *   layer purchase 1 by=ada     an entry of the next page's data layer; `push` adds one to this page's
 *   show order_number=1 -> >1:ada      the page shows marked elements, or with `#no=1` an element with an id
 *
 * Each wait has its longest time, unless `random 0`. VERBS has all verbs.
 */
import { vi } from 'vitest'
import type { Raw } from '../../src/contract/raw.js'
import { readRaw } from '../../src/normalise/index.js'
import type { Fields } from '../../src/snippet/core/fields.js'
import type { Rest, Snippet } from '../../src/snippet/core/snippet.js'
import * as rest from '../../src/snippet/rest/index.js'
import {
  accept,
  answer,
  away,
  gtag,
  openPage,
  refuse,
  START_MS,
  stored,
  stubStorage,
  type Waiting,
} from '../rules/snippet/page.js'
import { playAll, toMs, toTime, type Verbs, Words } from './story.js'

type Answer = typeof accept

const EMAIL = 'ada@example.com'
const UUID_LENGTH = 36
const SHOWN = ['order_number', 'email', 'product_id', '#no', '#mail', '#total']
const toEmail = (by: string) => `${by}@example.com`

const STORAGE = localStorage

/** The states of localStorage: it works, or refuses in different ways. */
const STORAGES: Record<string, () => void> = {
  full: () => stubStorage({ setItem: fail }),
  lies: () => stubStorage({ setItem: () => undefined }),
  stuck: () => stubStorage({ removeItem: fail }),
  missing: () => vi.stubGlobal('localStorage', undefined),
  null: () => vi.stubGlobal('localStorage', null),
  works: () => vi.stubGlobal('localStorage', STORAGE),
  throws: () => vi.stubGlobal('localStorage', new Proxy({}, { get: fail, ownKeys: fail })),
}

function fail(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

/** @returns the story with the result that each step really had */
export async function playOnPage(story: string[]): Promise<string[]> {
  vi.useFakeTimers({ now: START_MS })
  const random = vi.spyOn(Math, 'random').mockReturnValue(1)
  const [hidden, visibility] = [
    vi.spyOn(Object.getPrototypeOf(document), 'hidden', 'get').mockReturnValue(true), // so no request is repeated without keepalive
    vi.spyOn(Object.getPrototypeOf(document), 'visibilityState', 'get').mockReturnValue('hidden'),
  ]
  const readyState = vi.spyOn(Object.getPrototypeOf(document), 'readyState', 'get').mockReturnValue('complete')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  let answers: Answer[] = [accept]
  let happened: string[] = []
  let stepMs = START_MS
  let ages: number[] = []
  let page: ReturnType<typeof openPage> | undefined
  const layer: unknown[] = []
  let settleImport: (rest?: Rest) => void = () => {}

  const note = (what: string) => {
    const ms = Date.now() - stepMs
    happened.push(what + (ms > 0 ? `@${toTime(ms)}` : ''))
  }
  const names = new Map<string, string>()
  const toOutcome = (id: string, { status, reason }: { status: string; reason?: string | undefined }) =>
    [names.get(id) ?? id, status, reason].filter(Boolean).join(':')

  /* The proxy */

  const answerNext: Answer = async (url, request) => {
    const { id, age, kind, raw } = JSON.parse(request.body)
    if (id.length === UUID_LENGTH) names.set(id, toLabel(kind, raw))
    note(`>${names.get(id) ?? id}${request.keepalive ? '' : '!'}`)
    ages.push(age)
    const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? accept
    return next(url, request)
  }

  function toAnswer(words: Words): Answer {
    const delayMs = words.getMs('in') ?? 0
    const word = words.must()
    const [, status, retryAfter] = /^(\d+)(?:\+(.+))?$/.exec(word) ?? []
    const headers = retryAfter === undefined ? {} : { 'Retry-After': toRetryAfter(retryAfter) }
    const named: Record<string, () => Answer> = {
      accepts: () => accept,
      away: () => away,
      hangs: () => () => new Promise(() => {}),
      refuses: () => refuse(Number(words.must())),
      redirects: () => async () => Response.error(),
      page: () => answer(200, {}, '<html>'),
      stranger: () => answer(Number(words.must()), {}, '{"code":"shape"}'),
    }
    const own = status === undefined ? named[word]?.() : answer(Number(status), headers)
    if (!own) throw new Error(`"${word}" is not an answer.`)
    if (!delayMs) return own
    return async (...request) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      return own(...request)
    }
  }

  const toRetryAfter = (text: string) => {
    const [, sign, time] = /^date([+-])(.+)$/.exec(text) ?? []
    if (time) return new Date(Date.now() + (sign === '-' ? -1 : 1) * toMs(time)).toUTCString()
    return /^\w+$/.test(text) && /^\d+[smh]$/.test(text) ? String(toMs(text) / 1_000) : text
  }

  /** The number and the customer of an order that the page has reported without a call, and the code of its problem. */
  function toLabel(kind: string, raw: Raw): string {
    const { email, cart_data } = readRaw(kind as 'convert', raw).body as { email?: string; cart_data?: Fields }
    const code = raw.problems?.map((problem) => problem.code).find((each) => each.startsWith('no_order'))
    return [cart_data?.order_number ?? '-', email?.replace('@example.com', '') ?? '-', code].filter(Boolean).join(':')
  }

  /* The page */

  /** An entry of the data layer: the event's name or `order` for none, the order's number, its customer. */
  function toEntry(words: Words): object {
    const isOfAds = words.has('ads')
    const hasItems = words.has('items')
    const [event, number, by] = [words.must(), words.next(), words.get('by')]
    const ecommerce = { ...(number && { transaction_id: number, value: 19.99 }) }
    const entry = {
      ...(event !== 'order' && { event }),
      ...(number && { ecommerce }),
      ...(hasItems && { items: [{ item_id: 'MUG' }] }),
      ...(by && { user_data: { email: toEmail(by) } }),
    }
    return isOfAds ? gtag('event', event, { send_to: 'AW-1', ecomm_totalvalue: 19.99 }) : entry
  }

  /** Elements with marks and ids. An item's product is in a row. */
  function toHtml(words: Words): string {
    const shown: string[] = []
    for (const name of SHOWN) {
      const value = words.get(name)
      if (value === undefined) continue
      const text = /^(ada|bob)$/.test(value) ? toEmail(value) : value
      const element = name.startsWith('#')
        ? `<b id="${name.slice(1)}">${text}</b>`
        : `<b data-ringup="${name}">${text}</b>`
      shown.push(name === 'product_id' ? `<p data-ringup-item>${element}</p>` : element)
    }
    return shown.join('')
  }

  function open(words?: Words) {
    const consent = words?.has('consent-recipe') ? { read: 'cmp.marketing', on: [] } : words?.get('consent')
    const endpoint = words?.has('no-endpoint') ? { endpoint: '' } : {}
    const isCore = words?.has('core')
    const [convertOn, email] = [words?.get('on'), words?.get('email')]
    const selectors = words
      ?.get('selectors')
      ?.split(',')
      .map((each) => each.split(':'))
    const named = { ...(selectors && { selectors: Object.fromEntries(selectors) }), ...(email && { email }) }
    const settings = { ...(consent && { consent }), ...endpoint, ...(convertOn && { convertOn }), ...named }
    page = openPage({ settings, dataLayer: layer.splice(0), answer: answerNext })
    document.addEventListener('ringup', hear)
    if (isCore) withoutRest(page.snippet, words?.has('nothing'))
    if (convertOn) {
      show('visible')
      if (isCore) page.start()
      else page.convertOn()
    }
    return page
  }
  const opened = () => page ?? open()

  /** The rest arrives with `load`, or cannot be loaded with `fail`. */
  function withoutRest(snippet: Snippet, isIdle = false) {
    delete snippet.rest
    snippet.outbox.schedule = undefined as never
    snippet.folder = 'https://shop.example/ringup/'
    if (isIdle) return
    snippet.importing = new Promise((resolve) => {
      settleImport = resolve
    })
  }

  function hear(event: Event) {
    const detail = (event as CustomEvent<{ id: string; status: string; reason?: string }>).detail
    note(toOutcome(detail.id, detail))
  }

  function toEvent(words: Words, kind: Waiting['kind'], ageMs = 0): Waiting {
    const [id, number, letters] = [words.must(), words.get('number'), words.get('letters')]
    const note = (words.get('note') ?? id) + 'x'.repeat(Number(letters ?? 0))
    const signature = words.has('signed') ? { signature: 's' } : {}
    const raw = {
      passed: [
        kind === 'convert'
          ? { email: EMAIL, cart_data: number ? { order_number: number } : { note } }
          : { email: EMAIL, note },
      ],
    }
    const list = kind === 'addToList' ? { list: words.get('list') ?? 'newsletter' } : {}
    const at = Date.now() - (words.getMs('age') ?? ageMs)
    return { id, kind, at, raw, ...list, ...signature }
  }

  /** A call; its outcome is noted when it has settled. */
  function call(words: Words, kind: Waiting['kind']) {
    const { id, result } = opened().enqueue(toEvent(words, kind))
    void Promise.resolve(result).then((status) => note(toOutcome(id, status)))
  }

  /** Stores an event as an earlier page or another tab does. */
  function keep(words: Words) {
    const [text, isSignUp] = [words.get('text'), words.has('sign-up')]
    const { id, ...event } = toEvent(words, isSignUp ? 'addToList' : 'convert', 60_000)
    localStorage.setItem(`ringup:event:${id}`, text ?? JSON.stringify({ v: 3, id, ...event }))
  }

  const press = (name: string, more: object = {}) => dispatchEvent(Object.assign(new Event(name), more))
  const show = (state: DocumentVisibilityState) => {
    hidden.mockReturnValue(state === 'hidden')
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  /** Another tab denies consent. */
  const deny = (newValue: string) => {
    localStorage.setItem('ringup:denied', newValue)
    dispatchEvent(new StorageEvent('storage', { key: 'ringup:denied', newValue }))
  }

  const acts: Record<string, (words: Words) => unknown> = {
    page: (words) => void open(words),
    layer: (words) => void layer.push(toEntry(words)),
    push: (words) => Reflect.get(window, 'dataLayer').push(toEntry(words)),
    show: (words) => {
      document.body.innerHTML = toHtml(words)
    },
    state: (words) => readyState.mockReturnValue(words.must() as DocumentReadyState),
    loaded: () => {
      readyState.mockReturnValue('complete')
      press('load')
    },
    start: () => opened().start(),
    proxy: (words) => {
      answers = []
      do answers.push(toAnswer(words))
      while (words.has('then'))
    },
    order: (words) => call(words, 'convert'),
    'sign-up': (words) => call(words, 'addToList'),
    /** Makes this many orders. Only the last result is shown. */
    fill: async (words) => {
      for (let count = Number(words.must()); count > 0; count -= 1) {
        happened = []
        call(new Words(`${count}`), 'convert')
        await vi.advanceTimersByTimeAsync(0)
      }
    },
    keep,
    look: () => void opened().look(),
    drain: () => void opened().drain(),
    flush: () => void opened().flush(),
    consent: (words) => opened().consent(words.must()),
    load: () => {
      const { snippet } = opened()
      snippet.rest = rest
      rest.start(snippet)
      settleImport(rest)
    },
    fail: () => settleImport(),
    storage: (words) => STORAGES[words.must()]?.(),
    clear: () => localStorage.clear(),
    'other-script': () => localStorage.setItem('cart', '1'),
    denied: (words) => localStorage.setItem('ringup:denied', String(Date.now() + toMs(words.must()))),
    'other-tab': (words) => deny(String(Date.now() + toMs(words.next() ?? '0s'))),
    pass: (words) => vi.advanceTimersByTimeAsync(toMs(words.must())),
    clock: (words) => vi.setSystemTime(Date.now() + toMs(words.must())),
    random: (words) => random.mockReturnValue(Number(words.must())),
    offline: () => online.mockReturnValue(false),
    online: () => {
      online.mockReturnValue(true)
      press('online')
    },
    visible: () => show('visible'),
    hidden: () => show('hidden'),
    pageshow: (words) => press('pageshow', { persisted: words.has('restored') }),
    pagehide: () => press('pagehide'),
  }
  const questions: Record<string, (words: Words) => unknown> = {
    stored: () => stored().join(' '),
    count: () => stored().length,
    events: () =>
      [...opened().snippet.outbox.events].map(([id, event]) => `${id}:${event?.state ?? 'ended'}`).join(' '),
    'asks-for-rest': () => Boolean(opened().snippet.importing || opened().snippet.failedImports),
    keys: () => Object.keys(localStorage).sort().join(' '),
    ages: () => ages.map(toTime).join(' '),
    timers: () => vi.getTimerCount(),
    permission: () => opened().status().consent,
    waiting: () =>
      opened()
        .status()
        .waiting.map(({ id, last }) => [id, last].filter(Boolean).join(':'))
        .join(' '),
  }

  /** Acts, and tells what happened. */
  const toVerb = (act: (words: Words) => unknown) => async (words: Words) => {
    happened = []
    ages = []
    stepMs = Date.now()
    await act(words)
    await vi.advanceTimersByTimeAsync(0)
    return happened.join(' ') || undefined
  }
  const VERBS: Verbs = {
    ...Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, toVerb(act)])),
    ...questions,
  }
  try {
    return await playAll(story, VERBS)
  } finally {
    document.removeEventListener('ringup', hear)
    document.body.innerHTML = ''
  }
}

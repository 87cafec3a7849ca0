/** One tab with one page of the shop: the real snippet, and the parts of a browser that it uses. */
import { setMaxListeners } from 'node:events'
import type { Browser, Tab } from './browser.js'
import type { Actor, Clock } from './clock.js'
import type { Snippet } from './code.js'
import { type History, readEnvelope, toThing } from './history.js'
import type { Answer, Link, Receiver } from './network.js'
import { toAddress } from './plan.js'
import type { Random } from './random.js'

export interface TabParts {
  clock: Clock
  random: Random
  history: History
  link: Link
  /** The proxy, if it is running. */
  proxy: Receiver
  open: (globals: Record<string, unknown>, isSplit: boolean) => Snippet
  /** Other scripts of the page have used up the keepalive quota. */
  isKeepaliveUsedUp: () => boolean
}

const LOAD_MS = 200
/** The shop passes the consent to each page, immediately or a little later. */
const CONSENT_MS = 1_000
export const AT_LOAD = 'at load'

export function createTab(number: number, browser: Browser, settings: object, parts: TabParts): Tab {
  const { clock, random, history } = parts
  const actor: Actor = { device: browser.device, state: 'running' }
  const window = new EventTarget()
  setMaxListeners(0, window) // each drain adds a listener for `pagehide`
  /** As in a browser, the properties are those of the prototype. */
  class TabDocument extends EventTarget {}
  const setDocument = (properties: object) => Object.assign(TabDocument.prototype, properties)
  setDocument({
    readyState: 'loading',
    hidden: false,
    visibilityState: 'visible',
    documentElement: { lang: 'en' },
    querySelectorAll: () => [],
    querySelector: () => null,
  })
  const document = new TabDocument()
  const fire = (name: string, fields: object = {}) => window.dispatchEvent(Object.assign(new Event(name), fields))
  const place = { browser: browser.number, tab: number }
  // A fetch without a request is for the rest's file, before its import is retried.
  const fetch = (_url: string, request?: { body: string; keepalive: boolean }) =>
    request ? carry(request) : toImport().then(() => ({ ok: true }))
  const getRandomValues = (bytes: Uint8Array) => bytes.map((_byte, at) => (bytes[at] = random.whole(0, 255)))
  const tab: Tab = {
    ...{ number, actor, isHidden: false, fire, setHidden, freeze, thaw, leave, die },
    snippet: undefined as never, // set below, because its globals need the tab
  }
  const globals = {
    ...clock.globals,
    ...{
      document,
      fetch,
      HTMLFormElement: class {},
      Node: class {},
      console: { warn() {} },
      crypto: { getRandomValues },
      toImport,
    },
    location: { origin: 'https://shop.example', href: 'https://shop.example/thank-you' },
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    localStorage: browser.storageOf(tab),
    indexedDB: browser.copies.openFor(actor),
    navigator: {
      locks: browser.locksOf(actor),
      get onLine() {
        return browser.isOnline
      },
    },
  }

  async function carry({ body, keepalive }: { body: string; keepalive: boolean }) {
    const envelope = readEnvelope(body)
    const event = { ...place, thing: toThing(envelope), customer: envelope.body.email, id: envelope.id }
    history.add({ what: 'sent', ...event, kind: envelope.kind, keepalive })
    const isLost = !browser.isOnline || (keepalive && parts.isKeepaliveUsedUp())
    const receiver = isLost ? () => undefined : parts.proxy
    const answer = await parts.link.carry(
      { actor, address: toAddress(browser.number), outlives: keepalive },
      body,
      receiver,
    )
    history.add({ what: 'answered', ...event, status: answer.status })
    return toResponse(answer)
  }

  /** Loads the rest from the proxy. This can fail even if the browser is online. */
  function toImport(): Promise<void> {
    const isThere = browser.isOnline && parts.proxy() !== undefined && random.chance(0.9)
    return new Promise((resolve, reject) => {
      clock.after(actor, random.whole(5, 3_000), isThere ? resolve : () => reject(new TypeError('Failed to fetch')))
    })
  }

  function setHidden(isHidden: boolean) {
    tab.isHidden = isHidden
    setDocument({ hidden: isHidden, visibilityState: isHidden ? 'hidden' : 'visible' })
    fire('visibilitychange')
  }

  function freeze() {
    setHidden(true)
    fire('pagehide', { persisted: true })
    // The tasks that its listeners have begun end first.
    clock.after(actor, 0, () => {
      if (actor.state === 'running') actor.state = 'frozen'
    })
  }

  function thaw() {
    if (actor.state !== 'frozen') return
    actor.state = 'running'
    clock.after(actor, 0, () => {
      fire('pageshow', { persisted: true })
      setHidden(false)
      clock.thaw(actor)
    })
  }

  function leave() {
    if (actor.state === 'running') {
      setHidden(true)
      fire('pagehide', { persisted: false })
    }
    die('left')
  }

  function die(why: string) {
    if (actor.state === 'dead') return
    actor.state = 'dead'
    browser.tabs = browser.tabs.filter((each) => each !== tab)
    history.add({ what: 'page gone', ...place, note: why })
  }

  document.addEventListener('ringup', (event) => {
    const { id, status, reason, kind } = (event as CustomEvent).detail // src/snippet/core/outcome.ts, Outcome
    history.add({ what: 'announced', ...place, id, kind, status, reason })
  })
  tab.snippet = clock.runAs(actor, () => parts.open(globals, random.chance(0.5)))
  clock.after(actor, 0, () => {
    tab.snippet.configure({ endpoint: '/ringup', ...settings })
  })
  clock.after(actor, random.whole(0, CONSENT_MS), () => {
    if (browser.consent === 'undecided') return
    history.add({ what: 'consent', ...place, status: browser.consent, note: AT_LOAD })
    tab.snippet.consent(browser.consent)
  })
  clock.after(actor, LOAD_MS, () => {
    setDocument({ readyState: 'complete' })
    fire('load')
  })
  history.add({ what: 'page open', ...place })
  browser.tabs.push(tab)
  browser.wasUsed = true
  return tab
}

/** Makes the used parts of a Response. A redirect that must not be followed is opaque and has status 0. */
function toResponse({ status, headers, text, isCut }: Answer) {
  const read = async () => {
    if (isCut) throw new TypeError('network error')
    return text
  }
  const isRedirect = status >= 300 && status < 400
  return { status: isRedirect ? 0 : status, headers: new Headers(isRedirect ? {} : headers), text: read }
}

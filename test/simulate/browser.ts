/** One shopper's browser: the state that its tabs share. */
import type { Actor, Clock, Device } from './clock.js'
import type { Snippet } from './code.js'
import { type History, readEnvelope, toThing } from './history.js'
import { type Copies, createCopies } from './indexed-db.js'
import type { Random } from './random.js'

/** `refused`: every access throws. `full`: every write throws. `failing`: every third write throws. */
export type StorageTrouble = 'refused' | 'full' | 'failing'

export interface Tab {
  number: number
  actor: Actor
  snippet: Snippet
  isHidden: boolean
  /** An event of the window: `load`, `online`, `pageshow`, `storage`. */
  fire(name: string, fields?: object): void
  setHidden(isHidden: boolean): void
  /** Puts the page into the back/forward cache, and restores it. */
  freeze(): void
  thaw(): void
  /** The shopper opens another page or closes the tab. Requests with keepalive continue. */
  leave(): void
  /** Ends without events: the page crashed, was killed or was evicted. */
  die(why: string): void
}

export interface Browser {
  number: number
  device: Device
  isOnline: boolean
  /** True if a page of the shop has been open in this browser. */
  wasUsed: boolean
  /** The shopper's latest answer about consent, on any page. */
  consent: 'undecided' | 'granted' | 'denied'
  trouble: StorageTrouble | undefined
  copies: Copies
  tabs: Tab[]
  /** The page's `localStorage`. */
  storageOf(tab: Tab): object
  /** The page's `navigator.locks`. */
  locksOf(actor: Actor): object
  clear(): void
  /** Kills all tabs together. localStorage returns to the state that was last on the disk. */
  kill(): void
  eventKeys(): string[]
}

/** Chromium writes localStorage to the disk a few seconds later. */
const SYNC_MS = 5_000
/** Why an event was lost: it was not yet on the disk, neither in localStorage nor in IndexedDB. */
export const KILLED = 'killed'
const EVENT_KEY = 'ringup:event:'

interface Options {
  clock: Clock
  random: Random
  history: History
}

export function createBrowser(number: number, { clock, random, history }: Options): Browser {
  const device: Device = { skewMs: 0 }
  const disk: Actor = { device, state: 'running' }
  let values: Record<string, string> = {}
  let onDisk: Record<string, string> = {}
  let isSyncing = false
  let writes = 0
  let lock: Actor | undefined
  const evict = (actor: Actor) => browser.tabs.find((tab) => tab.actor === actor)?.die('evicted')
  const copies = createCopies({ clock, random, disk, evict, onCopied: (text) => record('copied', text) })
  const browser: Browser = {
    ...{ number, device, copies, isOnline: true, wasUsed: false, consent: 'undecided', trouble: undefined, tabs: [] },
    ...{ storageOf, locksOf, clear, kill },
    eventKeys: () => Object.keys(values).filter((key) => key.startsWith(EVENT_KEY)),
  }

  function record(
    what: 'stored' | 'not stored' | 'copied' | 'forgotten',
    text: string,
    more: { tab?: number; note?: string } = {},
  ) {
    const envelope = readEnvelope(text)
    const { id, kind, body } = envelope
    history.add({ what, browser: number, ...more, thing: toThing(envelope), id, kind, customer: body.email })
  }

  function sync() {
    isSyncing = false
    onDisk = { ...values }
  }

  function changed(key: string, newValue: string | null, writer: Tab) {
    if (!isSyncing) clock.after(disk, random.whole(1_000, SYNC_MS), sync)
    isSyncing = true
    for (const tab of browser.tabs)
      if (tab !== writer && tab.actor.state === 'running')
        clock.after(tab.actor, random.whole(0, 30), () => tab.fire('storage', { key, newValue }))
  }

  function write(key: string, value: string, tab: Tab) {
    writes += 1
    const isFailing = browser.trouble === 'full' || (browser.trouble === 'failing' && writes % 3 === 0)
    if (key.startsWith(EVENT_KEY)) record(isFailing ? 'not stored' : 'stored', value, { tab: tab.number })
    if (isFailing) throw new Error('QuotaExceededError')
    values[key] = value
    changed(key, value, tab)
  }

  function remove(key: string, tab: Tab) {
    if (!(key in values)) return
    delete values[key]
    changed(key, null, tab)
  }

  function storageOf(tab: Tab): object {
    const check = () => {
      if (browser.trouble === 'refused') throw new Error('SecurityError')
    }
    const methods: Record<string, unknown> = {
      getItem: (key: string) => values[key] ?? null,
      setItem: (key: string, value: string) => write(key, value, tab),
      removeItem: (key: string) => remove(key, tab),
    }
    return new Proxy(methods, {
      get: (_target, name) => {
        check()
        return methods[String(name)]
      },
      ownKeys: () => {
        check()
        return [...Object.keys(methods), ...Object.keys(values)]
      },
      getOwnPropertyDescriptor: (_target, name) => ({ enumerable: name in values, configurable: true, value: name }),
    })
  }

  /** A lock has one holder at a time. A dead page releases its locks. */
  function locksOf(actor: Actor): object {
    return {
      async request(_name: string, _options: object, work: (lock: object | null) => Promise<unknown>) {
        if (lock && lock.state !== 'dead') return work(null)
        lock = actor
        try {
          return await work({})
        } finally {
          if (lock === actor) lock = undefined
        }
      },
    }
  }

  function forget(lost: Record<string, string>, note: string) {
    for (const [key, text] of Object.entries(lost)) if (key.startsWith(EVENT_KEY)) record('forgotten', text, { note })
  }

  function clear() {
    forget(values, 'cleared')
    for (const text of copies.texts?.values() ?? []) record('forgotten', text, { note: 'cleared' })
    values = {}
    onDisk = {}
    copies.clear()
  }

  function kill() {
    history.add({ what: 'killed', browser: number })
    for (const tab of browser.tabs) tab.die('killed')
    const isLost = ([key]: [string, string]) => !(key in onDisk) && !copies.texts?.has(key.slice(EVENT_KEY.length))
    forget(Object.fromEntries(Object.entries(values).filter(isLost)), KILLED)
    values = { ...onDisk }
  }

  return browser
}

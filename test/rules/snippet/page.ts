/** A page for the snippet: data layer, language, stored events, and a proxy whose answers a test sets. */
import { afterEach, vi } from 'vitest'
import { readRaw } from '../../../src/normalise/index.js'
import { addToList, convert } from '../../../src/snippet/core/call.js'
import { decide } from '../../../src/snippet/core/consent.js'
import { type Content, createEvent, type QueuedEvent, WIRE_VERSION } from '../../../src/snippet/core/event.js'
import { lookForStored } from '../../../src/snippet/core/look.js'
import { toJson } from '../../../src/snippet/core/safely.js'
import { enqueue } from '../../../src/snippet/core/send.js'
import { createSnippet, type Snippet } from '../../../src/snippet/core/snippet.js'
import { applySettings, start } from '../../../src/snippet/core/start.js'
import { drain } from '../../../src/snippet/rest/deliver/retry.js'
import { createSchedule } from '../../../src/snippet/rest/deliver/schedule.js'
import * as rest from '../../../src/snippet/rest/index.js'

type Rest<Call> = Call extends (snippet: never, at: number, ...args: infer Args) => unknown ? Args : never

type Fetch = (url: string, request: RequestInit & { body: string }) => unknown
type Detail = { id: string; kind: string; list?: string; status: string; reason?: string; problems: object[] }

/** The proxy's own answer to an event that it can or cannot read. */
export const accept: Fetch = async (_url, { body }) => {
  const { id, kind, raw } = JSON.parse(body)
  const { body: read, problems } = readRaw(kind === 'convert' ? 'convert' : 'addToList', raw)
  if (!read.email) return Response.json({ ok: false, code: 'no_email', problems }, { status: 422 })
  return Response.json({ ok: true, id, problems }, { status: 202 })
}

/** The proxy's own refusal. */
export const refuse =
  (status: number, code = 'shape', fields?: string[]) =>
  async () =>
    Response.json({ ok: false, code, fields }, { status })

/** The answer of another server. */
export const answer =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  async () =>
    new Response(status === 204 ? null : body, { status, headers })

/** The connection fails. */
export const away = () => Promise.reject(new TypeError('Failed to fetch'))

/** The real one, because a page's real timers end while a later test's time is fake. */
const { clearTimeout } = globalThis

const LISTENERS = 'what the page before listens to'

/**
 * Ends of listeners, observers and timers. They are stored with the window, because test files may share one, and each has
 * its own copy of this module.
 */
function readListeners(): (() => void)[] {
  const known = Reflect.get(window, LISTENERS)
  if (known) return known
  const listeners: (() => void)[] = []
  for (const target of [window, document] as EventTarget[]) {
    const add = target.addEventListener
    target.addEventListener = (type, listener, options) => {
      add.call(target, type, listener, options)
      listeners.push(() => target.removeEventListener(type, listener, options))
    }
  }
  const { observe } = MutationObserver.prototype
  MutationObserver.prototype.observe = function (...target) {
    observe.apply(this, target)
    listeners.push(() => this.disconnect())
  }
  const { setTimeout } = globalThis
  const setAndNote = (...values: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...values)
    listeners.push(() => clearTimeout(timer))
    return timer
  }
  globalThis.setTimeout = Object.assign(setAndNote, setTimeout)
  Reflect.set(window, LISTENERS, listeners)
  return listeners
}

readListeners() // before a test takes one of these functions away

/** The open page's settings. */
let open: { endpoint: string } | undefined

/** Ends the page before. It does not hear or send anything more, because its timers may end during the next test. */
export function leavePage(): void {
  for (const leave of readListeners().splice(0)) leave()
  if (open) open.endpoint = ''
}

// The page ends with its test. Otherwise it would hear the document change between two tests, or look at storage 3 s later
// by the real clock, and announce an outcome on the next test's page.
afterEach(leavePage)

/**
 * Makes this page's requests those of the browser. A page of an earlier test has no endpoint any more, so its late requests are not
 * answered or counted.
 */
export function openFetch(settings: { endpoint: string }, answer: Fetch) {
  const fetch = vi.fn(answer)
  open = settings
  const isOwn = (url: string) => open?.endpoint && url.startsWith(new URL(open.endpoint, location.href).href)
  vi.stubGlobal('fetch', (...sent: Parameters<Fetch>) => (isOwn(sent[0]) ? fetch(...sent) : new Promise(() => {})))
  return fetch
}

/** Opens a new page of this browser. Stored data stays, and the snippet's memory is gone. */
export function openPage({ dataLayer = [] as unknown[], settings = {}, answer = accept } = {}) {
  leavePage()
  const value = [...dataLayer]
  Object.defineProperty(window, 'dataLayer', { value, writable: true, configurable: true, enumerable: true })
  const heard: Detail[] = []
  document.addEventListener('ringup', (event) => heard.push((event as CustomEvent<Detail>).detail))
  const snippet: Snippet = Object.assign(createSnippet(), { rest })
  snippet.outbox.schedule = createSchedule(() => void drain(snippet))
  const fetch = openFetch(
    Object.assign(snippet.settings, { endpoint: 'https://shop.example/ringup/', ...settings }),
    answer,
  )
  /** The sent envelopes, with the proxy's reading of them. */
  const sent = () =>
    fetch.mock.calls.map(([, { body }]) => {
      const envelope = JSON.parse(body)
      return { ...envelope, body: readRaw(envelope.kind, envelope.raw).body }
    })
  return {
    ...{ snippet, settings: snippet.settings, fetch, sent, heard },
    convert: (...args: Rest<typeof convert>) => convert(snippet, Date.now(), ...args),
    addToList: (...args: Rest<typeof addToList>) => addToList(snippet, Date.now(), ...args),
    convertOn: () => applySettings(snippet),
    start: () => {
      snippet.rest?.start(snippet)
      start(snippet)
    },
    look: () => lookForStored(snippet),
    enqueue: ({ id, at, ...content }: Waiting) => enqueueAsCall(snippet, toEvent(id, at, content)),
    /** The look of the core, then the retries of the rest. */
    drain: async () => {
      await lookForStored(snippet)
      await Promise.all([...snippet.outbox.events.values()].map((event) => event?.attempt))
      await drain(snippet)
    },
    flush: () => rest.flush(snippet),
    consent: (choice: unknown) => decide(snippet, choice),
    status: () => rest.readStatus(snippet),
  }
}

const toEvent = (id: string, at: number, content: Omit<Content, 'v'>) =>
  createEvent(content, toJson({ v: WIRE_VERSION, ...content }), at, id)

/** Enqueues an event as a call does: it waits for the outcome, and later changes are announced. */
function enqueueAsCall(snippet: Snippet, event: QueuedEvent) {
  event.isAwaited = true
  const result = enqueue(snippet, event)
  const release = () => {
    event.isAwaited = false
  }
  if (result instanceof Promise) void result.then(release)
  else release()
  return { id: event.id, result }
}

export type Waiting = Omit<Content, 'v'> & { id: string; at: number }

/** The time of the tests' clock. */
export const START_MS = 1_800_000_000_000

/** The form in which `gtag()` pushes: its bare arguments. */
export function gtag(..._args: unknown[]): IArguments {
  // biome-ignore lint/complexity/noArguments: this is the form gtag pushes
  return arguments
}

/** The ids of this browser's stored events. */
export function stored(): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith('ringup:event:'))
    .map((key) => key.slice('ringup:event:'.length))
}

/** Replaces localStorage's methods. The DOM of these tests does not use its prototype. */
export function stubStorage(methods: Record<string, (...args: never[]) => unknown>): void {
  const storage = localStorage
  const get = (_target: Storage, name: string) => {
    const own = Reflect.get(storage, name)
    return methods[name] ?? (typeof own === 'function' ? own.bind(storage) : own)
  }
  vi.stubGlobal('localStorage', new Proxy(storage, { get }))
}

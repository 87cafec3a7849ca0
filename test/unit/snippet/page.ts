/** A page as the snippet finds it: data layer, language, stored events, and a proxy that can be told what to answer. */
import { vi } from 'vitest'

type Fetch = (url: string, request: RequestInit & { body: string }) => unknown
type Detail = { id: string; kind: string; list?: string; status: string; reason?: string; problems: object[] }

/** The proxy's own acknowledgement. */
export const accept: Fetch = async (_url, { body }) =>
  Response.json({ ok: true, id: JSON.parse(body).id }, { status: 202 })

/** The proxy's own refusal. */
export const refuse =
  (status: number, code = 'shape', fields?: string[]) =>
  async () =>
    Response.json({ ok: false, code, fields }, { status })

/** Somebody else's answer. */
export const answer =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  async () =>
    new Response(status === 204 ? null : body, { status, headers })

/** No connection. */
export const away = () => Promise.reject(new TypeError('Failed to fetch'))

const LISTENERS = 'what the page before listens to'

/** To be taken off again. Kept with the window: test files may share one, and each has this module for itself. */
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
  Reflect.set(window, LISTENERS, listeners)
  return listeners
}

/** The page before hears nothing any more. */
export function leavePage(): void {
  for (const leave of readListeners().splice(0)) leave()
}

/** A new page of the same browser: what is stored stays, what the snippet had in memory is gone. */
export async function openPage({ dataLayer = [] as unknown[], lang = '', settings = {}, answer = accept } = {}) {
  vi.resetModules()
  leavePage()
  const value = [...dataLayer]
  Object.defineProperty(window, 'dataLayer', { value, writable: true, configurable: true, enumerable: true })
  document.documentElement.lang = lang
  const fetch = vi.fn(answer)
  vi.stubGlobal('fetch', fetch)
  const heard: Detail[] = []
  document.addEventListener('ringup', (event) => heard.push((event as CustomEvent<Detail>).detail))
  const snippet = {
    ...(await import('../../../src/snippet/settings.js')),
    ...(await import('../../../src/snippet/outbox.js')),
    ...(await import('../../../src/snippet/convert.js')),
    ...(await import('../../../src/snippet/add-to-list.js')),
    ...(await import('../../../src/snippet/convert-on.js')),
    ...(await import('../../../src/snippet/start.js')),
  }
  Object.assign(snippet.settings, { endpoint: 'https://shop.example/ringup/', ...settings })
  const sent = () => fetch.mock.calls.map(([, { body }]) => JSON.parse(body))
  return { ...snippet, fetch, sent, heard }
}

/** What `gtag()` puts into the data layer: its bare arguments. */
export function gtag(..._args: unknown[]): IArguments {
  // biome-ignore lint/complexity/noArguments: this is the form gtag pushes
  return arguments
}

/** The ids of the events this browser keeps. */
export function stored(): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith('ringup:event:'))
    .map((key) => key.slice('ringup:event:'.length))
}

/** Puts other methods in the place of localStorage's own, whose prototype the DOM of these tests does not ask. */
export function stubStorage(methods: Record<string, (...args: never[]) => unknown>): void {
  const storage = localStorage
  const get = (_target: Storage, name: string) => {
    const own = Reflect.get(storage, name)
    return methods[name] ?? (typeof own === 'function' ? own.bind(storage) : own)
  }
  vi.stubGlobal('localStorage', new Proxy(storage, { get }))
}

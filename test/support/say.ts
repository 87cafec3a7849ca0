/**
 * Returns the envelope that the snippet sends for an example's page, without a browser. happy-dom makes the page, and this file emulates
 * the network.
 */
import { Window } from 'happy-dom'
import type { RawEvent } from '../../src/contract/event.js'
import { addToList, convert } from '../../src/snippet/core/call.js'
import { configure } from '../../src/snippet/core/settings.js'
import { createSnippet } from '../../src/snippet/core/snippet.js'
import * as rest from '../../src/snippet/rest/index.js'
import type { Example } from '../examples/index.js'

type Globals = Record<string, unknown>

/** The globals of a window that the snippet uses. */
// biome-ignore format: words
const NAMES = [
  'document', 'localStorage', 'HTMLFormElement', 'HTMLInputElement', 'Node', 'Element', 'CustomEvent', 'getComputedStyle',
  'navigator', 'location', 'scrollX', 'scrollY', 'addEventListener', 'removeEventListener',
]

/** Returns the envelope in the wire's format. Calls run one after another, because each page replaces the globals. */
export async function sayExample(kind: RawEvent['kind'], { page }: Example): Promise<RawEvent> {
  const { dataLayer = [], digitalData, html = '', settings = {}, passed } = page
  const window = new Window({ url: 'https://shop.example/thank-you' })
  window.document.body.innerHTML = html
  const entries = dataLayer.map((entry) => (Array.isArray(entry) ? toArguments(...entry) : entry))
  const sent: string[] = []
  const fetch = async (_url: string, { body }: { body: string }) => {
    sent.push(body)
    return Response.json({ ok: true, id: JSON.parse(body).id }, { status: 202 })
  }
  const own: Globals = Object.fromEntries(NAMES.map((name) => [name, toBound(window, name)]))
  const restore = put({ ...own, [String(settings.dataLayer ?? 'dataLayer')]: entries, digitalData, fetch })
  try {
    const snippet = Object.assign(createSnippet(), { rest })
    configure(snippet.settings, { endpoint: 'https://shop.example/ringup', ...settings })
    if (kind === 'convert') await convert(snippet, Date.now(), passed)
    else await addToList(snippet, Date.now(), 'newsletter', passed ?? document.forms[0])
  } finally {
    restore()
    await window.happyDOM.close()
  }
  return JSON.parse(sent[0] ?? '')
}

/** Binds a window's functions to it. Classes stay as they are. */
function toBound(window: Window, name: string): unknown {
  const value: unknown = Reflect.get(window, name)
  return typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(window) : value
}

/** Replaces the globals. @returns a function that restores them */
function put(globals: Globals): () => void {
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}

/** Pushes the bare `arguments` object into the data layer, as `gtag()` does. */
function toArguments(..._args: unknown[]): IArguments {
  // biome-ignore lint/complexity/noArguments: this is the form gtag pushes
  return arguments
}

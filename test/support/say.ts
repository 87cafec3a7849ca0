/** What the snippet sends of an example's page, where there is no browser: the page is made by happy-dom, the network is this. */
import { Window } from 'happy-dom'
import type { SaidEvent } from '../../src/contract/event.js'
import { addToList, convert } from '../../src/snippet/core/call.js'
import { configure } from '../../src/snippet/core/settings.js'
import { createSnippet } from '../../src/snippet/core/snippet.js'
import * as rest from '../../src/snippet/rest/index.js'
import type { Example } from '../examples/index.js'

type Globals = Record<string, unknown>

/** What of a window the snippet asks for while it gathers and sends. */
// biome-ignore format: words
const NAMES = [
  'document', 'localStorage', 'HTMLFormElement', 'HTMLInputElement', 'Node', 'Element', 'CustomEvent', 'getComputedStyle',
  'navigator', 'scrollX', 'scrollY', 'addEventListener', 'removeEventListener',
]

/** Answers the envelope, as it is on the wire. One after the other: a page has its globals for itself. */
export async function sayExample(kind: SaidEvent['kind'], { page }: Example): Promise<SaidEvent> {
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

/** A window's functions are its own, but not its classes. */
function toBound(window: Window, name: string): unknown {
  const value: unknown = Reflect.get(window, name)
  return typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(window) : value
}

/** Puts these in the place of the globals, until what it answers is called. */
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

/** What `gtag()` puts into the data layer: its bare arguments. */
function toArguments(..._args: unknown[]): IArguments {
  // biome-ignore lint/complexity/noArguments: this is the form gtag pushes
  return arguments
}

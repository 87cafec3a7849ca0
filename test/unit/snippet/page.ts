/** A page as the snippet finds it: data layer, language, stored events, and a proxy that can be told what to answer. */
import { vi } from 'vitest'

type Fetch = (url: string, request: RequestInit & { body: string }) => unknown
type Detail = { id: string; kind: string; list?: string; status: string; reason?: string; problems: object[] }

/** The proxy's own acknowledgement. */
export const accept: Fetch = async (_url, { body }) =>
  Response.json({ ok: true, id: JSON.parse(body).id }, { status: 202 })

/** A new page of the same browser: what is stored stays, what the snippet had in memory is gone. */
export async function openPage({ dataLayer = [] as unknown[], lang = '', settings = {}, answer = accept } = {}) {
  vi.resetModules()
  Object.assign(window, { dataLayer: [...dataLayer] })
  document.documentElement.lang = lang
  const fetch = vi.fn(answer)
  vi.stubGlobal('fetch', fetch)
  const heard: Detail[] = []
  document.addEventListener('ringup', (event) => heard.push((event as CustomEvent<Detail>).detail))
  const snippet = {
    ...(await import('../../../src/snippet/settings.js')),
    ...(await import('../../../src/snippet/outbox.js')),
    ...(await import('../../../src/snippet/storage.js')),
    ...(await import('../../../src/snippet/convert.js')),
    ...(await import('../../../src/snippet/add-to-list.js')),
    ...(await import('../../../src/snippet/convert-on.js')),
    ...(await import('../../../src/snippet/adapters/index.js')),
    ...(await import('../../../src/snippet/adapters/data-layer.js')),
    ...(await import('../../../src/snippet/adapters/email.js')),
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

/** Keys of the events this browser keeps. */
export function stored(): string[] {
  return Object.keys(localStorage).filter((key) => /^ringup:.*[^-\d]/.test(key))
}

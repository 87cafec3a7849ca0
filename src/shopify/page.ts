/**
 * Globals of a page that a pixel's sandbox may lack. Shopify guarantees only `self`, `console`, timers and `fetch` ("You must not
 * rely on any other globals being available", shopify.dev, "About web pixels", November 2026). The build replaces the globals by
 * these.
 */

const sandbox = globalThis as Partial<typeof globalThis>

/** An empty document that counts as visible as long as the pixel runs. */
export const document: Document = sandbox.document ?? (createDocument() as unknown as Document)

export const navigator: Navigator = sandbox.navigator ?? ({ onLine: true } as Navigator)

/** Page lifecycle events. The sandbox has none. */
export const addEventListener: typeof globalThis.addEventListener =
  sandbox.addEventListener?.bind(globalThis) ?? (() => {})
export const removeEventListener: typeof globalThis.removeEventListener =
  sandbox.removeEventListener?.bind(globalThis) ?? (() => {})

/** The sandbox has no elements and no forms. */
export const Node = sandbox.Node ?? class {}

export const HTMLFormElement = sandbox.HTMLFormElement ?? class {}

export const CustomEvent =
  sandbox.CustomEvent ??
  class<T> {
    readonly detail: T | undefined
    constructor(
      readonly type: string,
      { detail }: { detail?: T } = {},
    ) {
      this.detail = detail
    }
  }

/** The endpoint of a pixel is a whole URL, so no page completes it. */
export const location = sandbox.location ?? { href: '' }
export const URL =
  sandbox.URL ??
  class {
    constructor(readonly href: string) {}
  }

/** Used for the number of bytes only. */
export const TextEncoder =
  sandbox.TextEncoder ??
  class {
    encode = (text: string) => encodeURIComponent(text).match(/%..|[^%]/g) ?? []
  }

export const queueMicrotask =
  sandbox.queueMicrotask ?? ((callback: () => void) => void Promise.resolve().then(callback))

function createDocument() {
  const listeners: { type: string; listener: (event: Event) => void }[] = []
  // The script reads a document's properties from its prototype.
  return Object.create({
    readyState: 'complete',
    visibilityState: 'visible',
    hidden: false,
    documentElement: { lang: '' },
    querySelector: () => null,
    querySelectorAll: () => [],
    addEventListener: (type: string, listener: (event: Event) => void) => void listeners.push({ type, listener }),
    dispatchEvent(event: Event) {
      for (const { type, listener } of listeners) if (type === event.type) listener(event)
    },
  })
}

/**
 * A small emulator of Shopify's pixel manager. It runs the built custom pixel in a sandboxed frame of the page, as Shopify does.
 * Events, storage and consent are messages, so all calls are asynchronous. Events that were published before the pixel subscribes
 * reach it when it subscribes.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toScriptJson } from '../../../demo/shop/sources/source.js'
import type { PixelApi } from '../../../src/shopify/pixel-api.js'

/** The settings at the top of the pixel's file, which a merchant fills in. */
export type PixelSettings = Partial<{ endpoint: string; list: string; consent: string[]; debug: boolean }>

export interface ManagerOptions {
  /** The address of the frame: a page made by `toPixelPage`. */
  frame: string
  init: PixelApi['init']
}

/** JavaScript for the head of a page. It defines `publish(name, event)` and `asked`, the list of the pixel's requests for storage. */
export const toManagerScript = (options: ManagerOptions): string => `(${runManager})(${toScriptJson(options)})`

/** The page in the frame: the pixel of the build, and the globals of a custom pixel. */
export async function toPixelPage(settings: PixelSettings): Promise<string> {
  const code = fillIn(await readFile(join('dist', 'shopify', 'custom-pixel.js'), 'utf8'), settings)
  return `<!doctype html><meta charset="utf-8"><title>Sandbox</title>
<script>(${runSandbox})()</script>
<script>${code.replaceAll('</script', '<\\/script')}</script>
<script>parent.postMessage({ method: 'ready', args: [] }, '*')</script>`
}

/** Fills in the settings, as a merchant does. */
export function fillIn(code: string, settings: PixelSettings): string {
  return Object.entries(settings).reduce((text, [name, value]) => {
    const line = new RegExp(`^  ${name}: .*,$`, 'm')
    if (!line.test(text)) throw new Error(`The pixel has no line for ${name}.`)
    return text.replace(line, () => `  ${name}: ${JSON.stringify(value)},`)
  }, code)
}

/** Runs in the shop's page. This function and the next one use nothing else of this file, because the page gets their source text. */
function runManager({ frame, init }: ManagerOptions) {
  const sandbox = document.createElement('iframe')
  sandbox.hidden = true
  sandbox.setAttribute('sandbox', 'allow-scripts allow-forms')
  sandbox.name = JSON.stringify(init)
  sandbox.src = frame
  addEventListener('DOMContentLoaded', () => document.body.append(sandbox))

  const early: unknown[] = []
  const asked: string[] = []
  let deliver = (message: unknown): void => void early.push(message)
  const answer = (method: string, args: string[]): unknown => {
    if (method === 'length') return localStorage.length
    return (localStorage as unknown as Record<string, (...args: string[]) => unknown>)[method]?.(...args)
  }
  addEventListener('message', ({ source, data: { id, method, args } }) => {
    if (!source || source !== sandbox.contentWindow) return
    if (method === 'ready') {
      deliver = (message) => sandbox.contentWindow?.postMessage(message, '*')
      early.forEach(deliver)
      Object.assign(window, { pixelRuns: true })
      return
    }
    asked.push([method, ...args].join(' '))
    try {
      source.postMessage({ id, value: answer(method, args) }, { targetOrigin: '*' })
    } catch (error) {
      source.postMessage({ id, error: String(error) }, { targetOrigin: '*' })
    }
  })
  Object.assign(window, { asked, pixelRuns: false, publish: (name: string, event: object) => deliver({ name, event }) })
}

/** Runs in the frame before the pixel. Defines the globals of a custom pixel. */
function runSandbox() {
  const asked: { resolve: (value: unknown) => void; reject: (reason: unknown) => void }[] = []
  const published: { name: string; event: object }[] = []
  const subscribers: { name: string; callback: (event: object) => void }[] = []
  const subscribe = (name: string, callback: (event: object) => void) => {
    subscribers.push({ name, callback })
    for (const each of published) if (each.name === name) callback(each.event)
  }
  const ask = (method: string, ...args: string[]) =>
    new Promise((resolve, reject) => {
      const id = asked.push({ resolve, reject }) - 1
      parent.postMessage({ id, method, args }, '*')
    })
  addEventListener('message', ({ data }) => {
    if (data.name) {
      published.push(data)
      for (const { name, callback } of subscribers) if (name === data.name) callback(data.event)
    } else if (data.error) asked[data.id]?.reject(new Error(data.error))
    else asked[data.id]?.resolve(data.value)
  })
  const methods = ['getItem', 'setItem', 'removeItem', 'key', 'length', 'clear']
  const storage = Object.fromEntries(methods.map((name) => [name, (...args: string[]) => ask(name, ...args)]))
  const api: Record<keyof PixelApi, object> = {
    analytics: { subscribe },
    browser: { localStorage: storage },
    init: JSON.parse(window.name),
    customerPrivacy: { subscribe },
  }
  const { customerPrivacy: _, ...globals } = api // in a custom pixel, only `api` has this one
  Object.assign(window, globals, { api })
}

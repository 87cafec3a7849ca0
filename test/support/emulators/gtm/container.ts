/**
 * A small emulator of a Google Tag Manager container, run in the page. It processes the data layer entry by entry, fires the tags of
 * each event, and gives the template's code access to the page through the sandbox.
 *
 * Like the real one, it first processes earlier entries, then each push within the call of `push`. Consent is not set here, so it
 * counts as granted.
 */
import { createGuard } from './permissions.js'
import { createApis, createRequire, type World } from './sandbox.js'
import type { Permission } from './template.js'

export interface ContainerOptions {
  code: string
  permissions: Permission[]
  tags: { event: string; data: Record<string, unknown> }[]
}

/** The page's global `container`. */
export interface Container {
  /** The tags as a merchant has configured them. */
  tags: ContainerOptions['tags']
  /** The results that tags reported to Tag Manager, in order. */
  results: ('success' | 'failure')[]
}

type Entry = Record<string, unknown>

/** Numbers the entries of the data layer. */
const EVENT_ID = 'gtm.uniqueEventId'

export function startContainer({ code, permissions, tags }: ContainerOptions): Container {
  const globals = window as unknown as Record<string, unknown>
  const container: Container = { tags, results: [] }
  const guard = createGuard(permissions)
  const latest: Entry = {} // the last value of each key, as in version 1 of the data layer
  let lastId = 0
  const world: World = {
    globals,
    readDataLayer(key, version) {
      if (version !== 1 && key !== EVENT_ID) throw new Error('The emulator supports version 1 of the data layer only.')
      return latest[key]
    },
    injectScript: createInjector(),
    isConsentGranted: () => true,
    addConsentListener() {},
    log() {},
    isAllowed: guard.isAllowed,
  }
  const require = createRequire(createApis(world), guard)
  const run = new Function('require', 'data', `'use strict';\n${code}`)

  function fire(data: Record<string, unknown>) {
    const gtmOnSuccess = () => void container.results.push('success')
    const gtmOnFailure = () => void container.results.push('failure')
    run(require, { ...data, gtmOnSuccess, gtmOnFailure })
  }

  function take(pushed: unknown) {
    Object(pushed)[EVENT_ID] = ++lastId // an object of the page's own realm
    const entry: Entry = { ...(pushed as Entry), [EVENT_ID]: lastId }
    Object.assign(latest, entry)
    for (const { event, data } of tags) if (entry.event === event) fire(data)
  }

  globals.dataLayer ??= []
  const layer = globals.dataLayer as unknown[]
  const { push } = layer
  layer.push = (...entries) => {
    const length = push.apply(layer, entries)
    entries.forEach(take)
    return length
  }
  layer.slice().forEach(take)
  return container
}

/** Loads an address with a cache token once. Later calls with this token succeed when the script has loaded. */
function createInjector(): World['injectScript'] {
  const loading = new Map<string, Promise<boolean>>()
  return (url, onSuccess, onFailure, cacheToken) => {
    const loads = (cacheToken && loading.get(cacheToken)) || load(url)
    if (cacheToken) loading.set(cacheToken, loads)
    void loads.then((loaded) => void (loaded ? onSuccess() : onFailure()))
  }
}

function load(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.async = true
    script.src = url
    script.onload = () => resolve(true)
    script.onerror = () => resolve(false)
    document.documentElement.append(script)
  })
}

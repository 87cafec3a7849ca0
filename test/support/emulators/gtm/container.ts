/**
 * A small emulator for a container of Google Tag Manager, run in the page: it works off the data layer entry by entry,
 * fires the tags whose event comes, and gives the template's code the page itself, through the sandbox.
 *
 * As the real one, it takes what was pushed before it came, then each push within the push. Nobody sets any consent here, which
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

/** What the page's global `container` tells. */
export interface Container {
  /** The tags as a merchant has set them up. */
  tags: ContainerOptions['tags']
  /** What Tag Manager was told, in its order. */
  told: ('success' | 'failure')[]
}

type Entry = Record<string, unknown>

/** Numbers what was pushed. */
const EVENT_ID = 'gtm.uniqueEventId'

export function startContainer({ code, permissions, tags }: ContainerOptions): Container {
  const globals = window as unknown as Record<string, unknown>
  const container: Container = { tags, told: [] }
  const guard = createGuard(permissions)
  const latest: Entry = {} // by key, as it was pushed last: the data layer's version 1
  let taken = 0
  const world: World = {
    globals,
    readDataLayer(key, version) {
      if (version !== 1 && key !== EVENT_ID) throw new Error('The emulator knows the data layer in version 1 only.')
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
    const gtmOnSuccess = () => void container.told.push('success')
    const gtmOnFailure = () => void container.told.push('failure')
    run(require, { ...data, gtmOnSuccess, gtmOnFailure })
  }

  function take(pushed: unknown) {
    Object(pushed)[EVENT_ID] = ++taken // in the page's own object
    const entry: Entry = { ...(pushed as Entry), [EVENT_ID]: taken }
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

/** Loads an address with a token once; whoever asks again is answered when it has loaded. */
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

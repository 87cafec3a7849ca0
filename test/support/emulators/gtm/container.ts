/**
 * A small emulator for a container of Google Tag Manager, run in the page: it works off the data layer entry by entry,
 * fires the tags whose event comes, and gives the template's code the page itself, through the sandbox.
 *
 * As the real one, it takes what was pushed before it came, then each push within the push; `gtag()`'s arguments become
 * entries; a type of consent that nobody has set counts as granted.
 */
import { createGuard } from './permissions.js'
import { createApis, createRequire, type World } from './sandbox.js'
import type { Permission } from './template.js'

export interface ContainerOptions {
  code: string
  permissions: Permission[]
  /** Name of the data layer's global. */
  dataLayer: string
  tags: { event: string; data: Record<string, unknown> }[]
}

/** What the page's global `container` tells. */
export interface Container {
  /** The tags as a merchant has set them up. */
  tags: ContainerOptions['tags']
  /** How many tags have fired. */
  fired: number
  /** What Tag Manager was told, in its order. */
  told: ('success' | 'failure')[]
  logged: unknown[][]
}

type Entry = Record<string, unknown>

/** Numbers what was pushed. */
const EVENT_ID = 'gtm.uniqueEventId'
type Callable = (...args: unknown[]) => unknown

export function startContainer({ code, permissions, dataLayer, tags }: ContainerOptions): Container {
  const globals = window as unknown as Record<string, unknown>
  const container: Container = { tags, fired: 0, told: [], logged: [] }
  const consent = createConsent()
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
    isConsentGranted: consent.isGranted,
    addConsentListener: consent.listen,
    log: (...values) => container.logged.push(values),
    isAllowed: guard.isAllowed,
  }
  const require = createRequire(createApis(world), guard)
  const run = new Function('require', 'data', `'use strict';\n${code}`)

  function fire(data: Record<string, unknown>) {
    container.fired += 1
    const gtmOnSuccess = () => void container.told.push('success')
    const gtmOnFailure = () => void container.told.push('failure')
    run(require, { ...data, gtmOnSuccess, gtmOnFailure })
  }

  function take(pushed: unknown) {
    Object(pushed)[EVENT_ID] = ++taken // in the page's own object
    const entry: Entry = { ...toEntry(pushed, consent.set), [EVENT_ID]: taken }
    Object.assign(latest, entry)
    for (const { event, data } of tags) if (entry.event === event) fire(data)
  }

  globals[dataLayer] ??= []
  const layer = globals[dataLayer] as unknown[]
  const { push } = layer
  layer.push = (...entries) => {
    const length = push.apply(layer, entries)
    entries.forEach(take)
    return length
  }
  layer.slice().forEach(take)
  return container
}

/** An object as it is; of `gtag()`'s arguments what they say, in the form that tag managers push. */
function toEntry(pushed: unknown, setConsent: (states: Record<string, string>) => void): Entry {
  if (Object.prototype.toString.call(pushed) !== '[object Arguments]') return { ...(pushed as Entry) }
  const [command, name, value] = Array.from(pushed as ArrayLike<unknown>)
  if (command === 'event') return { event: name, ...(value ? { eventModel: value } : {}) }
  if (command === 'set') return typeof name === 'string' ? { [name]: value } : { ...(name as Entry) }
  if (command === 'consent') setConsent(value as Record<string, string>)
  return {}
}

function createConsent() {
  const states: Record<string, boolean> = {}
  const listeners: { type: string; listener: Callable }[] = []
  const isGranted = (type: string) => states[type] ?? true
  return {
    isGranted,
    listen: (type: string, listener: Callable) => void listeners.push({ type, listener }),
    set(given: Record<string, string>) {
      const changed = Object.keys(given).filter((type) => isGranted(type) !== (given[type] === 'granted'))
      for (const type of Object.keys(given)) states[type] = given[type] === 'granted'
      for (const { type, listener } of listeners) if (changed.includes(type)) listener(type, isGranted(type))
    },
  }
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

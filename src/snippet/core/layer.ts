/** The data layer as it grows. Each push is kept when it is made, because a `push` function need not store. */

import { type Fields, isFields } from './fields.js'
import type { Facts } from './filter.js'
import { globals } from './globals.js'
import { safely } from './safely.js'

type Push = (...entries: unknown[]) => unknown

/** One push to the data layer, as an object, with the facts that it had when it was first read. */
export interface Message {
  pushed: unknown
  fields: Fields
  event: unknown
  facts: Facts
  isOfUser: boolean
}

/** The data layer of one page. */
export interface LayerWatch {
  /** The name of the data layer's global. It is read at each access. */
  settings: { dataLayer: string }
  /** Every pushed entry, because a blocker's stand-in, a forwarder, or an object with only `push` does not store it. */
  pushes: unknown[]
  /** Entries that were read since their push. One that cannot be read has no message. */
  read: WeakMap<object, Message[]>
  /** Called after each push, once the layer is watched. */
  listeners: (() => void)[]
  /** The watched name. A later tag may set another. */
  name?: string
}

export const createLayerWatch = (settings: LayerWatch['settings']): LayerWatch => ({
  settings,
  pushes: [],
  read: new WeakMap(),
  listeners: [],
})

/** The latest entries. A page that is open for days pushes without end. */
const MAX_ENTRIES = 1_000

/**
 * Reads all pushed entries, oldest first, with those of `digitalData` before them. Some programs push a list of
 * entries.
 */
export function readLayer({ settings, pushes }: Pick<LayerWatch, 'settings' | 'pushes'>): unknown[] {
  const entries = [...readStored(safely(() => globals[settings.dataLayer])), ...pushes.slice(-MAX_ENTRIES)]
  const toEach = (each: unknown) => (safely(() => Array.isArray(each) && isFields(each[0])) ? (each as []) : [each])
  return [safely(() => globals.digitalData), ...new Set(entries.flatMap(toEach).slice(-MAX_ENTRIES))]
}

/**
 * Reads by index. Old libraries have another Array.from(), an array's class may throw, and an element may have the
 * layer's name.
 */
function readStored(layer: unknown): unknown[] {
  const entries: unknown[] = []
  safely(() => {
    const { length } = Object(layer)
    for (let index = Math.max(0, length - MAX_ENTRIES); index < length; index += 1) entries.push(Object(layer)[index])
  })
  return entries
}

/**
 * Keeps each pushed entry and calls back in the task of the push, even if the push throws. Other scripts' own `push`
 * functions, set before or later, keep working.
 */
export function watchLayer(watch: LayerWatch): void {
  const { settings, pushes, read, listeners } = watch
  const name = settings.dataLayer
  if (watch.name === name) return
  watch.name = name
  const onPush = (...entries: unknown[]) => {
    pushes.push(...entries)
    for (const each of entries) read.delete(Object(each)) // it may have changed since an earlier push
    for (const each of listeners) safely(each)
  }
  const wrapped = new WeakSet<object>()
  const wrap = (layer: unknown) => {
    if (!isPushable(layer) || wrapped.has(layer)) return
    safely(() => wrapPush(layer, onPush)) // a frozen layer throws, and stays unchanged
    wrapped.add(layer)
  }
  // A page may declare its data layer after this script has run. Both must then have one object.
  let layer: unknown = globals[name] ?? []
  const { configurable = true, get } = Object.getOwnPropertyDescriptor(globals, name) ?? {}
  wrap(layer)
  if (!configurable || get) return // declared by `var`, or another script's accessor
  Object.defineProperty(globals, name, {
    configurable: true,
    enumerable: true,
    get: () => layer,
    set: (next: unknown) => {
      layer = next
      wrap(layer)
      onPush()
    },
  })
}

const isPushable = (layer: unknown): layer is { push: Push } => typeof Object(layer).push === 'function'

/** Wraps `push`. A `push` that is assigned later usually calls the one before, so an entry may be kept twice. */
function wrapPush(layer: { push: Push }, onPush: Push): void {
  const toWrapped =
    (push: Push): Push =>
    (...entries) => {
      try {
        return push.apply(layer, entries)
      } finally {
        onPush(...entries)
      }
    }
  let push = toWrapped(layer.push)
  Object.defineProperty(layer, 'push', {
    configurable: true,
    get: () => push,
    set: (next: Push) => {
      push = typeof next === 'function' ? toWrapped(next) : next
    },
  })
}

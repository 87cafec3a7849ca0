/** The data layer as it grows: what is pushed is kept as it is heard, for a `push` need not store. */
import { isFields } from './fields.js'
import { globals } from './globals.js'
import { safely } from './safely.js'

type Push = (...entries: unknown[]) => unknown

/** The data layer of one page. */
export interface LayerWatch {
  /** Name of its global; asked each time. */
  settings: { dataLayer: string }
  /** What was pushed and is not stored: a blocker's stand-in, a forwarder, an object with only `push`. */
  heard: unknown[]
  /** Called after each push, once the layer is watched. */
  listeners: (() => void)[]
  /** The name that is watched. A later tag may set another. */
  watched?: string
}

export const createLayerWatch = (settings: LayerWatch['settings']): LayerWatch => ({
  settings,
  heard: [],
  listeners: [],
})

/** All that was pushed, oldest first; before it what `digitalData` has. Some programs push a list of entries. */
export function readLayer({ settings, heard }: Pick<LayerWatch, 'settings' | 'heard'>): unknown[] {
  const pushed = [...readStored(safely(() => globals[settings.dataLayer])), ...heard]
  const toEach = (each: unknown) => (Array.isArray(each) && isFields(each[0]) ? each : [each])
  return [safely(() => globals.digitalData), ...new Set(pushed.flatMap(toEach))]
}

/** Reads by index: old libraries have another Array.from(), an array's class may throw, and markup puts no list there. */
function readStored(layer: unknown): unknown[] {
  const entries: unknown[] = []
  safely(() => {
    for (let index = 0; index < Object(layer).length; index += 1) entries.push(Object(layer)[index])
  })
  return entries
}

/**
 * Keeps what is pushed, and calls back after each push, in the same task, also when the push itself throws. Whatever other scripts
 * put on `push`, before and later, is kept.
 */
export function watchLayer(watch: LayerWatch): void {
  const { settings, heard, listeners } = watch
  const name = settings.dataLayer
  if (watch.watched === name) return
  watch.watched = name
  const onPush = () => {
    for (const each of listeners) safely(each)
  }
  const wrapped = new WeakSet<object>()
  const wrap = (layer: unknown) => {
    if (!isPushable(layer) || wrapped.has(layer)) return
    safely(() => hearPushes(layer, hear)) // a frozen one throws, and stays as it is
    wrapped.add(layer)
  }
  const hear = (layer: unknown, entries: unknown[]) => {
    const stored = readStored(layer)
    heard.push(...entries.filter((entry) => !stored.includes(entry)))
    onPush()
  }
  // A page may declare its data layer after this script has run: by then it must be the same one.
  let layer: unknown = globals[name] ?? []
  const { configurable = true, get } = Object.getOwnPropertyDescriptor(globals, name) ?? {}
  wrap(layer)
  if (!configurable || get) return // declared by `var`, or somebody else's accessor
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

/** Another `push` that is assigned later mostly calls the one before: then an entry is heard twice. */
function hearPushes(layer: { push: Push }, hear: (layer: unknown, entries: unknown[]) => void): void {
  const toHeard =
    (push: Push): Push =>
    (...entries) => {
      try {
        return push.apply(layer, entries)
      } finally {
        hear(layer, entries)
      }
    }
  let push = toHeard(layer.push)
  Object.defineProperty(layer, 'push', {
    configurable: true,
    get: () => push,
    set: (next: Push) => {
      push = typeof next === 'function' ? toHeard(next) : next
    },
  })
}

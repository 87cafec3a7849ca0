/** The data layer as it grows: each push, and another data layer in its place. */
import { globals } from './globals.js'
import { safely } from './safely.js'
import { settings } from './settings.js'

/** Calls back after each push with what was pushed, in the same task. Whatever other scripts have put on `push` is kept. */
export function watchDataLayer(onPush: (pushed: unknown[]) => void): void {
  const { dataLayer: name } = settings
  const wrapped = new WeakSet<object>()
  const wrap = (layer: unknown) =>
    safely(() => {
      if (!isPushable(layer) || wrapped.has(layer)) return
      const { push } = layer
      // A frozen one throws, and stays as it is.
      layer.push = (...entries) => {
        const length = push.apply(layer, entries)
        onPush(entries)
        return length
      }
      wrapped.add(layer)
    })
  // A page may declare its data layer after this script has run: by then it must be the same one.
  let layer: unknown = globals[name] ?? []
  wrap(layer)
  const { configurable = true, get } = Object.getOwnPropertyDescriptor(globals, name) ?? {}
  if (!configurable || get) return // declared by `var`, or somebody else's accessor
  Object.defineProperty(globals, name, {
    configurable: true,
    enumerable: true,
    get: () => layer,
    set: (next: unknown) => {
      layer = next
      wrap(layer)
      onPush([])
    },
  })
}

const isPushable = (layer: unknown): layer is { push: (...entries: unknown[]) => unknown } =>
  typeof Object(layer).push === 'function'

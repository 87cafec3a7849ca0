/**
 * The sandbox of a template. It runs the template's code with the required APIs and checks the permission of each call. It copies
 * values on their way into the page and out of it, as Tag Manager does, and wraps functions. It runs in Node and in the page.
 */
import type { Guard } from './permissions.js'

type Callable = (...args: unknown[]) => unknown

/** The parts of a page that templates can reach. */
export interface World {
  globals: Record<string, unknown>
  readDataLayer(key: string, version: unknown): unknown
  injectScript(url: string, onSuccess: Callable, onFailure: Callable, cacheToken?: string): void
  isConsentGranted(type: string): boolean
  addConsentListener(type: string, listener: Callable): void
  log(...values: unknown[]): void
  isAllowed: Guard['isAllowed']
}

/** The APIs by name; `JSON` is an object of functions, all others are one. */
export type Apis = Record<string, Callable | Record<string, Callable>>

/**
 * Copies a value. A copied function passes copies. The sandbox has no type for other objects than plain ones, lists, elements and
 * promises, so they become undefined.
 */
export function copy(value: unknown): unknown {
  if (typeof value === 'function') return (...args: unknown[]) => copy(Reflect.apply(value, undefined, args.map(copy)))
  if (Array.isArray(value)) return value.map(copy)
  if (typeof value !== 'object' || value === null) return value
  if (!isPlain(value)) return undefined
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each)]))
}

/** Recognises a plain object of any realm. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The APIs that exist in both sandboxes and need no permission. */
export const PLAIN_APIS = {
  getType: (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value),
  makeString: (value) => String(value),
  makeTableMap(rows, key, value) {
    if (!Array.isArray(rows) || rows.length === 0) return null
    return Object.fromEntries(rows.map((row) => [row[key as string], row[value as string]]))
  },
} satisfies Record<string, Callable>

export function createApis(world: World): Record<string, Callable> {
  const { globals } = world
  return {
    ...PLAIN_APIS,
    addConsentListener: (type, listener) => world.addConsentListener(`${type}`, copy(listener) as Callable),
    callInWindow(path, ...args) {
      const { parent, name } = find(globals, path)
      const called = parent?.[name]
      return typeof called === 'function' ? copy(Reflect.apply(called, parent, args.map(copy))) : undefined
    },
    callLater: (then) => void setTimeout(then as Callable, 0),
    copyFromDataLayer: (key, version = 2) => copy(world.readDataLayer(`${key}`, version)),
    copyFromWindow(path) {
      const { parent, name } = find(globals, path)
      return copy(parent?.[name])
    },
    createArgumentsQueue(path, queue) {
      const { parent, name } = find(globals, path)
      if (!parent) throw new Error(`Path ${path} does not exist.`)
      const there = parent[name]
      if (typeof there === 'function') return (...args: unknown[]) => void Reflect.apply(there, there, args.map(copy))
      if (there) return null
      const push = function () {
        // biome-ignore lint/complexity/noArguments: Tag Manager pushes the `arguments` object itself
        entries.push(arguments)
      }
      parent[name] = push
      const at = find(globals, queue)
      if (!at.parent) throw new Error(`Path ${queue} does not exist.`)
      at.parent[at.name] ??= []
      const entries = at.parent[at.name] as unknown[]
      return (...args: unknown[]) => void Reflect.apply(push, push, args.map(copy))
    },
    injectScript: (url, onSuccess, onFailure, cacheToken) =>
      world.injectScript(`${url}`, onSuccess as Callable, onFailure as Callable, cacheToken as string | undefined),
    isConsentGranted: (type) => world.isConsentGranted(`${type}`),
    logToConsole: (...values) => world.log(...values.map(copy)),
    queryPermission: (permission, ...query) => world.isAllowed(`${permission}`, ...query),
    setInWindow(path, value, overrideExisting) {
      const { parent, name } = find(globals, path)
      if (!parent || (parent[name] !== undefined && !overrideExisting)) return false
      parent[name] = copy(value)
      return true
    },
  }
}

/** Finds the object that has the last name of a path with dots as its property. */
function find(globals: Record<string, unknown>, path: unknown) {
  const names = `${path}`.split('.')
  const name = names.pop() ?? ''
  const parent = names.reduce(
    (each: unknown, key) => (each as Record<string, unknown> | null | undefined)?.[key],
    globals,
  )
  return { name, parent: parent as Record<string, unknown> | null | undefined }
}

/** Returns an API by its name. Each call is checked first, and reported to the watcher if there is one. */
export function createRequire(
  apis: Apis,
  guard: Pick<Guard, 'check'>,
  watch?: (api: string, args: unknown[]) => void,
): (name: string) => Callable | Record<string, Callable> {
  return (name) => {
    const api = apis[name]
    if (!api) throw new Error(`The sandbox has no API ${name}.`)
    if (typeof api === 'object') return api
    return (...args) => {
      guard.check(name, args)
      watch?.(name, args)
      return (apis[name] as Callable)(...args) // a scenario may have replaced it
    }
  }
}

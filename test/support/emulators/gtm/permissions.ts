/**
 * The permissions that each API of the sandbox needs, and those that a template has.
 * Source: developers.google.com/tag-platform/tag-manager/templates/api, and …/permissions; of server containers
 * developers.google.com/tag-platform/tag-manager/server-side/api, and …/permissions.
 */
import type { Context, Permission, PermissionParam } from './template.js'

const toRead = (path: unknown) => `access_globals read ${path}`
const toWrite = (path: unknown) => `access_globals write ${path}`
const toConsent = (type: unknown) => [`access_consent read ${type}`]

type Needs = Record<string, (...args: unknown[]) => string[]>

/**
 * The permissions that a call needs, by its arguments. The runner does not know an API that is missing here. `setInWindow` also needs
 * to read, because it checks whether the global exists.
 */
const WEB: Needs = {
  addConsentListener: toConsent,
  callInWindow: (path) => [`access_globals execute ${path}`],
  callLater: () => [],
  copyFromDataLayer: (key) => [`read_data_layer ${key}`],
  copyFromWindow: (path) => [toRead(path)],
  createArgumentsQueue: (path, queue) => [path, queue].flatMap((each) => [toRead(each), toWrite(each)]),
  getType: () => [],
  injectScript: (url) => [`inject_script ${url}`],
  isConsentGranted: toConsent,
  logToConsole: () => ['logging'],
  makeString: () => [],
  makeTableMap: () => [],
  queryPermission: () => [],
  setInWindow: (path) => [toRead(path), toWrite(path)],
}

/** The permissions for the APIs of a server container, which has no page. */
const SERVER: Needs = {
  JSON: () => [],
  getAllEventData: () => ['read_event_data'],
  getType: () => [],
  logToConsole: () => ['logging'],
  makeNumber: () => [],
  makeString: () => [],
  makeTableMap: () => [],
  queryPermission: () => [],
  sendHttpRequest: (url) => [`send_http ${url}`],
  sha256Sync: () => [],
}

const NEEDS: Record<Context, Needs> = { WEB, SERVER }

/** One permission of a template, in the words of `NEEDS`. A `*` matches any text. */
function listAllowed(permissions: Permission[]): string[] {
  return permissions.flatMap(({ name, param }) => {
    const toAllowed = ALLOWED[name]
    if (!toAllowed) throw new Error(`The permission ${name} is not known to the runner.`)
    return toAllowed(param)
  })
}

const ALLOWED: Record<string, (param: PermissionParam) => string[]> = {
  access_consent: ({ consentTypes = [] }) => toModes('access_consent', consentTypes, 'consentType'),
  access_globals: ({ keys = [] }) => toModes('access_globals', keys, 'key'),
  inject_script: ({ urls = [] }) => urls.map((url) => `inject_script ${url}`),
  logging: () => ['logging'],
  // A permission for some keys is not enough for `getAllEventData`.
  read_event_data: ({ eventDataAccess }) => (eventDataAccess === 'any' ? ['read_event_data'] : []),
  send_http: ({ allowedUrls, urls = [] }) => (allowedUrls === 'any' ? ['*'] : urls).map((url) => `send_http ${url}`),
  read_data_layer: ({ allowedKeys, keyPatterns = [] }) =>
    (allowedKeys === 'any' ? ['*'] : keyPatterns).map((key) => `read_data_layer ${key}`),
}

function toModes(name: string, entries: Record<string, string | boolean>[], subject: string): string[] {
  return entries.flatMap((entry) =>
    ['read', 'write', 'execute'].filter((mode) => entry[mode]).map((mode) => `${name} ${mode} ${entry[subject]}`),
  )
}

export interface Guard {
  /** Throws if the template may not call the API with these arguments. */
  check(api: string, args: unknown[]): void
  /** Tells a template whether it has a permission. */
  isAllowed(permission: string, ...query: unknown[]): boolean
  /** Lists the permissions that the template has not used. */
  unused(): string[]
}

export function createGuard(permissions: Permission[], context: Context = 'WEB'): Guard {
  const allowed = listAllowed(permissions).map((entry) => ({ entry, matches: toMatcher(entry), used: false }))
  return {
    check(api, args) {
      for (const need of NEEDS[context][api]?.(...args) ?? []) {
        const found = allowed.filter(({ matches }) => matches(need))
        if (found.length === 0) throw new Error(`${api}: the template has no permission ${need}`)
        for (const each of found) each.used = true
      }
    },
    isAllowed(permission, ...query) {
      const need = [permission, ...query].join(' ')
      return allowed.some(({ matches }) => matches(need))
    },
    unused: () => allowed.filter(({ used }) => !used).map(({ entry }) => entry),
  }
}

/** A `*` in the host of an address matches parts of the host's name only. */
function toMatcher(entry: string): (need: string) => boolean {
  const escaped = entry.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  const [, before = '', after = escaped] = /^((?:inject_script|send_http) https?:\/\/[^/]*)(.*)$/.exec(escaped) ?? []
  const pattern = new RegExp(`^${before.replaceAll('*', '[^/?#@:]*')}${after.replaceAll('*', '.*')}$`)
  return (need) => pattern.test(need)
}

/**
 * What each API of the sandbox needs, and what a template may do.
 * Source: developers.google.com/tag-platform/tag-manager/templates/api, and …/permissions; of server containers
 * developers.google.com/tag-platform/tag-manager/server-side/api, and …/permissions.
 */
import type { Context, Permission, PermissionParam } from './template.js'

const toRead = (path: unknown) => `access_globals read ${path}`
const toWrite = (path: unknown) => `access_globals write ${path}`
const toConsent = (type: unknown) => [`access_consent read ${type}`]

type Needs = Record<string, (...args: unknown[]) => string[]>

/**
 * What a call needs, by its arguments: the permission, and what of it. An API that is not here is not known to the runner.
 * `setInWindow` needs to read as well, since it looks whether something is there.
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

/** What the APIs of a server container need: there is no page to reach, and there are other things. */
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

export const needsPermission = (context: Context, api: string): boolean => (NEEDS[context][api]?.() ?? []).length > 0

/** One thing that a template may do, in the words of `NEEDS`; a `*` stands for anything. */
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
  // Of some keys alone `getAllEventData` gets nothing.
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
  /** Throws when the template may not call the API so. */
  check(api: string, args: unknown[]): void
  /** Answers a template that asks, by the permission and what of it. */
  isAllowed(permission: string, ...query: unknown[]): boolean
  /** What the template may do and has not done. */
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

/** A `*` in the host of an address stands for no more than parts of a host's name. */
function toMatcher(entry: string): (need: string) => boolean {
  const escaped = entry.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  const [, before = '', after = escaped] = /^((?:inject_script|send_http) https?:\/\/[^/]*)(.*)$/.exec(escaped) ?? []
  const pattern = new RegExp(`^${before.replaceAll('*', '[^/?#@:]*')}${after.replaceAll('*', '.*')}$`)
  return (need) => pattern.test(need)
}

/** The APIs that the code asks for; the runner wants each by its name, as Tag Manager's editor does. */
function listRequired(code: string): string[] {
  return [...code.matchAll(/\brequire\(\s*'(\w+)'\s*\)/g)].map(([, name = '']) => name)
}

/** @returns a sentence for each API that the runner does not know, or whose permission is missing, and for each permission no API needs */
export function checkPermissions(code: string, permissions: Permission[], context: Context = 'WEB'): string[] {
  const apis = listRequired(code)
  const needs = NEEDS[context]
  const toName = (api: string) => needs[api]?.()[0]?.split(' ')[0]
  const held = permissions.map(({ name }) => name)
  const needed = apis.map(toName)
  return [
    ...apis.filter((api) => !needs[api]).map((api) => `${api} is not known to the runner`),
    ...apis
      .filter((api) => toName(api) && !held.includes(toName(api) ?? ''))
      .map((api) => `${api} needs ${toName(api)}`),
    ...held.filter((name) => !needed.includes(name)).map((name) => `no API needs ${name}`),
    ...held.filter((name, index) => held.indexOf(name) < index).map((name) => `${name} is there twice`),
  ]
}

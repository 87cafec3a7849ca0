/** The settings in force, and where each came from. */
import { attempt, parse } from '../attempt.js'
import { settings as defaults, type Settings } from '../settings.js'

interface Setting {
  /** As on the tag: `data-convert-on`. */
  name: string
  /** In a few words. */
  value: string
  from: 'tag' | 'window.ringup' | 'JSON block' | 'default'
}

/** Something that has no effect, or not the one it looks like. */
export interface Stray {
  name: string
  /** The setting it was probably meant to be. */
  meant: string | undefined
  /** The values it may have, when it is a setting with another. */
  allowed: string | undefined
}

export interface Sources {
  /** The tag that runs: a `module` cannot read its attributes, and `none` is left in the page when somebody has removed it. */
  tag: 'classic' | 'module' | 'none'
  /** How many tags of the script are in the page, and whether they say different things. */
  tags: number
  tagsDiffer: boolean
  /** An inline script gives `window.ringup` settings, which nobody can read once the script has put its own in that place. */
  hasUnread: boolean
  values: Partial<Settings>
  settings: Setting[]
  strays: Stray[]
}

interface Row {
  /** What it is when nobody has set it. */
  otherwise: string
  /** The values it may have, if not any. */
  allowed?: string[]
}

/** The compiler sees to it that none is missing. */
const TABLE: Record<keyof Settings, Row> = {
  endpoint: { otherwise: 'the script’s own folder' },
  adapter: { otherwise: 'auto', allowed: ['auto', 'data-layer', 'json-ld', 'dom'] },
  dataLayer: { otherwise: defaults.dataLayer },
  convertOn: { otherwise: 'none: only calls convert' },
  selectors: { otherwise: 'none' },
  email: { otherwise: 'looked up' },
  value: { otherwise: 'what the page says', allowed: ['source', 'items'] },
  decimal: { otherwise: 'of the page’s language', allowed: ['.', ','] },
  consent: { otherwise: 'not-required', allowed: ['required', 'not-required', 'granted', 'denied'] },
  persist: { otherwise: 'local', allowed: ['local', 'none'] },
  signature: { otherwise: 'none' },
  debug: { otherwise: 'off', allowed: ['panel', 'ask'] },
}

/** What somebody has set, under the names in camelCase. */
type Given = [from: Setting['from'], values: Record<string, unknown>]
const NOBODY: Given = ['default', {}]

/** "convertOn" is "data-convert-on". */
export const toAttribute = (name: string) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
const toLetters = (name: string) => name.replace(/^data-|-/g, '').toLowerCase()

/** @param folder where the panel came from: the script is beside it */
export function readSources(folder: string): Sources {
  const tags = Array.from(document.scripts).filter(({ src }) => /\/ringup(-\d[^/]*)?\.js([?#]|$)/.test(src))
  // The one that has asked for the panel is the one that runs.
  const [tag] = [...tags.filter(({ dataset }) => dataset.debug), ...tags]
  // The first that has a setting is believed.
  const given: Given[] = [
    ['tag', { ...tag?.dataset }],
    ['window.ringup', readGlobal()],
    ['JSON block', Object(parse(document.querySelector('script#ringup')?.textContent))],
  ]
  const values: Record<string, unknown> = { endpoint: readFolder(tag?.src ?? folder) }
  const settings = Object.entries(TABLE).map(([name, { otherwise }]): Setting => {
    const [from, own] = given.find(([, each]) => each[name] !== undefined) ?? NOBODY
    if (from !== 'default') values[name] = own[name]
    const none = name === 'endpoint' ? (values.endpoint ?? 'none: the script is from another origin') : otherwise
    return { name: toAttribute(name), from, value: toShown(name, own[name] ?? none) }
  })
  return {
    tag: tag ? (tag.type === 'module' ? 'module' : 'classic') : 'none',
    tags: tags.length,
    tagsDiffer: new Set(tags.map(({ dataset }) => JSON.stringify({ ...dataset }))).size > 1,
    hasUnread: Array.from(document.scripts).some(({ src, text }) => !src && /\bringup\s*=\s*\{/.test(text)),
    values: values as Partial<Settings>, // as the script itself takes them
    settings,
    strays: given.flatMap(([from, own]) => Object.entries(own).flatMap(([name, value]) => toStray(from, name, value))),
  }
}

/** What stands beside the script's own functions, if it has left the page's settings there. */
function readGlobal(): Record<string, unknown> {
  const { ringup } = window as unknown as { ringup?: object }
  const own = Object.entries(ringup?.constructor === Object ? ringup : {})
  return Object.fromEntries(
    own.filter(([name, value]) => Object.hasOwn(TABLE, name) && (typeof value !== 'function' || name === 'adapter')),
  )
}

/** As the script does: only of the page's own origin. */
function readFolder(src: string): string | undefined {
  const folder = attempt(() => new URL('.', src))
  return folder?.origin === location.origin ? folder.href : undefined
}

function toShown(name: string, value: unknown): string {
  if (typeof value === 'function') return 'a function of the shop'
  if (typeof value !== 'string') return attempt(() => JSON.stringify(value)) ?? 'not readable'
  return name === 'signature' && value !== TABLE.signature.otherwise ? toExpiry(value) : value
}

function toStray(from: Setting['from'], name: string, value: unknown): Stray[] {
  const toName = (camel: string) => (from === 'tag' ? toAttribute(camel) : `${camel} (${from})`)
  const row: Row | undefined = Object.hasOwn(TABLE, name) ? TABLE[name as keyof Settings] : undefined
  if (!row) {
    const meant = Object.keys(TABLE).find((known) => toLetters(toAttribute(name)) === toLetters(known))
    return [{ name: toName(name), meant: meant && toName(meant), allowed: undefined }]
  }
  const { allowed } = row
  const isKnown = !allowed || typeof value === 'function' || allowed.includes(`${value}`)
  return isKnown ? [] : [{ name: toName(name), meant: undefined, allowed: allowed.join(' or ') }]
}

/** A signature vouches for a customer, so the panel shows no more of it than when it ends. */
function toExpiry(signature: string): string {
  const date = attempt(() => new Date(Number(signature.split('.')[0]) * 1000).toISOString())
  return date ? `until ${date.slice(0, 16).replace('T', ' ')} UTC` : 'not of the right form'
}

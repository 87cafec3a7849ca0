/** The settings in force, and where each came from. */
import { findSetting, SETTINGS, toSetting } from '../contract/settings.js'
import { type BadSetting, findBadSetting, isScriptPath, toAttribute } from '../contract/tag.js'
import { type Fields, toFields } from '../snippet/core/fields.js'
import { globals } from '../snippet/core/globals.js'
import { safely } from '../snippet/core/safely.js'
import type { Settings } from '../snippet/core/settings.js'

interface Setting {
  /** The attribute on the tag: `data-convert-on`. */
  name: string
  value: string
  from: 'tag' | 'window.ringup' | 'proxy' | 'default'
}

export interface Sources {
  /** How many tags of the script are in the page, and whether they say different things. */
  tags: number
  tagsDiffer: boolean
  values: Partial<Settings>
  settings: Setting[]
  /** Attributes and other settings of the page that differ from the proxy's. The page's setting wins. */
  overridden: string[]
  /** Misspelt settings, with the name as it is written. */
  badSettings: (BadSetting & { name: string })[]
}

/** Settings of one source, by their names in camelCase. */
type Given = [from: Setting['from'], values: Fields]
const NOBODY: Given = ['default', {}]

/** Converts a value as the script does: a misspelt word of consent counts as `required`. */
const toValid = (name: string, value: unknown): unknown =>
  toSetting(name, value) ?? (name === 'consent' && value !== undefined ? 'required' : undefined)

const ELSEWHERE = 'none: the script is from another origin'

/** An upper bound for the number of settings. A page may have any number of attributes. */
const MAX_LOOKED_AT = 50

/** @param folder where the examiner came from; the script is next to it */
export function readSources(folder: string): Sources {
  const tags = Array.from(document.scripts).filter(({ src }) => isScriptPath(src.replace(/[?#].*/, '')))
  // The tag that has asked for the examiner is the one that runs.
  const [tag] = [...tags.filter(({ dataset }) => dataset.debug), ...tags]
  // The first source with a valid value wins.
  const given: Given[] = [
    ['tag', { ...tag?.dataset }],
    ['window.ringup', readGlobal()],
    ['proxy', toFields(globals['ringup:served'])], // the proxy serves them with the script
  ]
  const values: Fields = { endpoint: readFolder(tag?.src ?? folder) }
  const served = toFields(given.at(-1)?.[1])
  const overridden: string[] = []
  const settings = Object.entries(SETTINGS).map(([name, { otherwise }]): Setting => {
    const [from, own] = given.find(([, each]) => toValid(name, each[name]) !== undefined) ?? NOBODY
    if (from !== 'default') values[name] = toValid(name, own[name])
    if (name in served && name !== 'debug' && toText(values[name]) !== toText(toValid(name, served[name])))
      overridden.push(toAttribute(name))
    const none = name === 'endpoint' ? (values.endpoint ?? ELSEWHERE) : otherwise.replaceAll('`', '')
    return { name: toAttribute(name), from, value: toShown(name, toValid(name, own[name]) ?? none) }
  })
  return {
    tags: tags.length,
    tagsDiffer: new Set(tags.map(({ dataset }) => JSON.stringify({ ...dataset }))).size > 1,
    values: values as Partial<Settings>, // as the script itself takes them
    settings,
    overridden,
    badSettings: given.flatMap(([from, own]) =>
      Object.entries(own)
        .slice(0, MAX_LOOKED_AT)
        .flatMap(([name, value]) => toBadSetting(from, name, value)),
    ),
  }
}

const toText = (value: unknown) => safely(() => JSON.stringify(value))

/** Reads the page's settings next to the script's own functions, if they are still there. */
function readGlobal(): Fields {
  const { ringup } = globals
  const own = Object.getPrototypeOf(Object(ringup)) === Object.prototype ? Object.entries(Object(ringup)) : []
  return Object.fromEntries(
    own.filter(([name, value]) => findSetting(name) && (typeof value !== 'function' || name === 'adapter')),
  )
}

/** The script's own folder, as the script finds it: only on the page's origin. */
function readFolder(src: string): string | undefined {
  const folder = safely(() => new URL('.', src))
  return folder?.origin === location.origin ? folder.href : undefined
}

function toShown(name: string, value: unknown): string {
  if (typeof value === 'function') return 'a function of the shop'
  if (typeof value !== 'string') return safely(() => JSON.stringify(value)) ?? 'not readable'
  return name === 'signature' && value !== SETTINGS.signature.otherwise ? toExpiry(value) : value
}

const MAX_NAME = 80

function toBadSetting(from: Setting['from'], name: string, value: unknown): Sources['badSettings'] {
  const bad = value === undefined ? undefined : findBadSetting(name, value)
  if (!bad) return []
  const toName = (camel: string) => (from === 'tag' ? toAttribute(camel) : `${camel} (${from})`)
  const meant = bad.allowed === undefined && bad.meant ? toName(bad.meant) : bad.meant
  return [{ ...bad, name: toName(name).slice(0, MAX_NAME), meant }]
}

/** A signature vouches for a customer, so the examiner shows only when it ends. */
function toExpiry(signature: string): string {
  const date = safely(() => new Date(Number(signature.split('.')[0]) * 1000).toISOString())
  return date ? `until ${date.slice(0, 16).replace('T', ' ')} UTC` : 'not of the right form'
}

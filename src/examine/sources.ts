/** The settings in force, and where each came from. */
import { findSetting, SETTINGS, toSetting } from '../contract/settings.js'
import { type BadSetting, findBadSetting, isScriptPath, toAttribute } from '../contract/tag.js'
import { type Fields, toFields } from '../snippet/core/fields.js'
import { globals } from '../snippet/core/globals.js'
import { safely } from '../snippet/core/safely.js'
import { type Settings, toUrl } from '../snippet/core/settings.js'

interface Setting {
  /** The attribute on the tag: `data-convert-on`. */
  name: string
  value: string
  from: 'tag' | 'window.ringup' | 'proxy'
}

export interface Sources {
  /** How many tags of the script are in the page. */
  tags: number
  values: Partial<Settings>
  /** The settings that a source gives, with the source that counts. */
  settings: Setting[]
  /** Attributes and other settings of the page that differ from the proxy's. The page's setting wins. */
  overridden: string[]
  /** Misspelt settings, with the name as it is written. */
  badSettings: (BadSetting & { name: string })[]
}

/** Settings of one source, by their names in camelCase. */
type Given = [from: Setting['from'], values: Fields]

/** Converts a value as the script does: a misspelt word of consent counts as `required`. */
const toValid = (name: string, value: unknown): unknown =>
  toSetting(name, value) ?? (name === 'consent' && value !== undefined ? 'required' : undefined)

/** @param folder where the examiner came from; the script is next to it */
export function readSources(folder: string): Sources {
  const tags = Array.from(document.scripts).filter(({ src }) => isScriptPath(src.replace(/[?#].*/, '')))
  // The tag that has asked for the examiner is the one that runs.
  const [tag] = [...tags.filter(({ dataset }) => dataset.debug), ...tags]
  const served = toFields(globals['ringup:served']) // the proxy serves them with the script
  // The first source with a valid value wins.
  const given: Given[] = [
    ['tag', { ...tag?.dataset }],
    ['window.ringup', readGlobal()],
    ['proxy', served],
  ]
  const values: Fields = { endpoint: readFolder(tag?.getAttribute('src') ?? folder) }
  const overridden: string[] = []
  const settings = Object.keys(SETTINGS).flatMap((name): Setting[] => {
    const [from, own] = given.find(([, each]) => toValid(name, each[name]) !== undefined) ?? []
    if (!from) return []
    values[name] = toValid(name, own?.[name])
    if (name in served && name !== 'debug' && toText(values[name]) !== toText(toValid(name, served[name])))
      overridden.push(toAttribute(name))
    return [{ name: toAttribute(name), from, value: toShown(name, values[name]) }]
  })
  return {
    tags: tags.length,
    values: values as Partial<Settings>, // as the script itself takes them
    settings,
    overridden,
    badSettings: given.flatMap(([from, own]) =>
      Object.entries(own).flatMap(([name, value]) => toBadSetting(from, name, value)),
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

/** The script's own folder, as the script finds it: only on the page's origin, whatever the page's `<base>` says. */
function readFolder(src: string): string | undefined {
  const folder = safely(() => new URL('.', toUrl(src)))
  return folder?.origin === location.origin ? folder.href : undefined
}

/** A signature vouches for a customer, so the examiner does not show it. */
function toShown(name: string, value: unknown): string {
  if (typeof value === 'function') return 'a function of the shop'
  if (name === 'signature') return 'not shown'
  return typeof value === 'string' ? value : (toText(value) ?? 'not readable')
}

function toBadSetting(from: Setting['from'], name: string, value: unknown): Sources['badSettings'] {
  const bad = value === undefined ? undefined : findBadSetting(name, value)
  if (!bad) return []
  const toName = (camel: string) => (from === 'tag' ? toAttribute(camel) : `${camel} (${from})`)
  return [{ ...bad, name: toName(name), meant: bad.allowed === undefined && bad.meant ? toName(bad.meant) : bad.meant }]
}

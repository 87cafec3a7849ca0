/** The settings in force, and where each came from. */
import { attempt } from '../attempt.js'
import { settings as defaults, type Settings } from '../settings.js'

interface Setting {
  /** As on the tag: `data-convert-on`. */
  name: string
  /** In a few words. */
  value: string
  from: 'tag' | 'default'
}

/** Something on the tag that has no effect, or not the one it looks like. */
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
  values: Partial<Settings>
  settings: Setting[]
  strays: Stray[]
}

interface Row {
  /** What it is when nobody has set it. */
  otherwise: string
  /** The values it may have, if not any. */
  allowed?: string
}

/** The compiler sees to it that none is missing; `debug` is for the one who loads the panel. */
const TABLE: Record<keyof Settings | 'debug', Row> = {
  endpoint: { otherwise: 'the script’s own folder' },
  adapter: { otherwise: 'all, in their order', allowed: 'data-layer, json-ld, dom' },
  dataLayer: { otherwise: defaults.dataLayer },
  convertOn: { otherwise: 'none: only calls convert' },
  consent: { otherwise: 'not required', allowed: 'required, not-required, granted, denied' },
  persist: { otherwise: 'local', allowed: 'local, none' },
  signature: { otherwise: 'none' },
  debug: { otherwise: 'off', allowed: 'panel, ask' },
}

const toAttribute = (name: string) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
const toLetters = (name: string) => name.replace(/^data-|-/g, '').toLowerCase()

/** @param folder where the panel came from: the script is beside it */
export function readSources(folder: string): Sources {
  const tags = Array.from(document.scripts).filter(({ src }) => /\/ringup(-\d[^/]*)?\.js([?#]|$)/.test(src))
  // The one that has asked for the panel is the one that runs.
  const [tag] = [...tags.filter(({ dataset }) => dataset.debug), ...tags]
  const given = { ...tag?.dataset } as Record<string, string>
  const values: Record<string, string | undefined> = { endpoint: readFolder(tag?.src ?? folder) }
  const settings = Object.entries(TABLE).map(([name, row]): Setting => {
    const value = given[name]
    if (value !== undefined) values[name] = value
    const from = value === undefined ? 'default' : 'tag'
    const shown =
      value ?? (name === 'endpoint' ? (values.endpoint ?? 'none: the script is from another origin') : row.otherwise)
    return { name: toAttribute(name), from, value: name === 'signature' && value ? toExpiry(value) : shown }
  })
  return {
    tag: tag ? (tag.type === 'module' ? 'module' : 'classic') : 'none',
    tags: tags.length,
    tagsDiffer: new Set(tags.map(({ dataset }) => JSON.stringify({ ...dataset }))).size > 1,
    values: values as Partial<Settings>, // texts, as the script itself takes them
    settings,
    strays: Object.entries(given).flatMap(([name, value]) => toStray(name, value)),
  }
}

/** As the script does: only of the page's own origin. */
function readFolder(src: string): string | undefined {
  const folder = attempt(() => new URL('.', src))
  return folder?.origin === location.origin ? folder.href : undefined
}

function toStray(name: string, value: string): Stray[] {
  const row: Row | undefined = TABLE[name as keyof Settings] // or of any other name
  if (!row) {
    const meant = Object.keys(TABLE).find((known) => toLetters(toAttribute(name)) === toLetters(known))
    return [{ name: toAttribute(name), meant: meant && toAttribute(meant), allowed: undefined }]
  }
  const { allowed } = row
  return !allowed || allowed.split(', ').includes(value) ? [] : [{ name: toAttribute(name), meant: undefined, allowed }]
}

/** A signature vouches for a customer, so the panel shows no more of it than when it ends. */
function toExpiry(signature: string): string {
  const date = attempt(() => new Date(Number(signature.split('.')[0]) * 1000).toISOString())
  return date ? `until ${date.slice(0, 16).replace('T', ' ')} UTC` : 'not of the right form'
}

/** The settings in force, as the script itself reads them, and those that have no effect. */
import { findBadSetting, isScriptPath, toAttribute, toBadSettingSentence } from '../contract/tag.js'
import { type Fields, toFields } from '../snippet/core/fields.js'
import { globals } from '../snippet/core/globals.js'
import { safely } from '../snippet/core/safely.js'
import { DEFAULTS, readSettings, type Settings } from '../snippet/core/settings.js'

export interface Sources {
  /** The tags of the script in the page. */
  tags: number
  values: Settings
  /** Settings of the tag and of the proxy, for a developer. The tag's win. */
  tag: Fields
  proxy: Fields
  /** Attributes of the tag that differ from the proxy's settings. */
  overridden: string[]
  /** A sentence for each misspelt setting of the tag. The proxy checks its own. */
  misspelt: string[]
}

/** @param folder where the examiner came from. A page without a tag has the script there too */
export function readSources(folder: string): Sources {
  const tags = findTags()
  const proxy = toFields(globals['ringup:served']) // the proxy serves them with the script
  const values: Settings = { ...DEFAULTS }
  const isOwn = tags.length === 0 && safely(() => new URL(folder).origin) === location.origin
  readSettings(values, [{ endpoint: isOwn ? folder : undefined }, proxy], tags)
  const tag: Fields = Object.assign({}, ...tags.map(({ dataset }) => dataset))
  const isOther = (name: string) => JSON.stringify(Reflect.get(values, name)) !== JSON.stringify(proxy[name])
  return {
    tags: tags.length,
    values,
    tag: 'signature' in tag ? { ...tag, signature: 'not shown' } : tag, // it vouches for a customer
    proxy,
    overridden: Object.keys(tag)
      .filter((name) => name in proxy && name !== 'debug' && isOther(name))
      .map(toAttribute),
    misspelt: Object.entries(tag).flatMap(([name, value]) => toMisspelt(name, value)),
  }
}

/** The tags of the script, in the order of the document. */
export const findTags = (): HTMLScriptElement[] =>
  Array.from(document.scripts).filter(({ src }) => isScriptPath(src.replace(/[?#].*/, '')))

/** An attribute that resembles no setting may be another program's. */
function toMisspelt(name: string, value: unknown): string[] {
  const { meant, allowed } = findBadSetting(name, value) ?? {}
  if (!meant && !allowed) return []
  return [toBadSettingSentence(toAttribute(name), { allowed, meant: allowed || !meant ? meant : toAttribute(meant) })]
}

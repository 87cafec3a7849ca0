/** The built script: its file, its address, and who checks its hash. */
import { type Choices, toPlatform } from '../choices/choices.js'

/** The built ringup.js: known when the page is built. */
export interface SnippetFile {
  version: string
  /** Its name with version and hash, under which it never changes. */
  file: string
  /** The value of the tag's `integrity`. */
  integrity: string
  /** The hashes of the inline lines, for a page’s `script-src`. */
  keeperHash: string
  stubHash: string
  /** Texts of the files that go into Shopify and Tag Manager. */
  files: Record<PlatformFile, string>
}

/** Files that are pasted into another system's admin. */
type PlatformFile = 'custom-pixel.js' | 'ringup.liquid' | 'template.tpl'

export const isOwnOrigin = ({ origin, endpoint }: Choices): boolean =>
  URL.canParse(endpoint) && new URL(endpoint).origin === origin

/** Whether the shop's pages have a tag of their own. Only such a tag can have a hash: Tag Manager and Shopify's theme give none. */
export const hasTag = (choices: Choices): boolean => toPlatform(choices) === 'script-tag'

/** The tag names one version, whose hash the browser checks. */
export const isPinned = (choices: Choices): boolean => hasTag(choices) && choices.payment !== ''

/** The name with the hash goes with the hash; without one the name stays the same from version to version. */
export const toScriptAddress = (choices: Choices, { file }: SnippetFile): string =>
  `${choices.endpoint}/${isPinned(choices) ? file : 'ringup.js'}`

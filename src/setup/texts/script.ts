/** The built script: its file, its address, and who checks its hash. */
import { type Choices, toPlatform } from '../choices/choices.js'

/** The built ringup.js: known when the page is built. */
export interface SnippetFile {
  version: string
  /** Its name with version and hash, under which it never changes. */
  file: string
  /** The value of the tag's `integrity`. */
  integrity: string
  /** The hash of STUB, for a page's `script-src`. */
  stubHash: string
  /** Texts of the files that go into Shopify and Tag Manager. */
  files: Record<PlatformFile, string>
}

/** Files that are pasted into another system's admin. */
type PlatformFile = 'custom-pixel.js' | 'ringup.liquid' | 'template.tpl'

export const isOwnOrigin = ({ origin, endpoint }: Choices): boolean =>
  URL.canParse(endpoint) && new URL(endpoint).origin === origin

/**
 * A tag of the shop's own is on its pages. Then marked forms are heard, not by a script that a tag manager loads when it has
 * an order to report; and the browser can check a hash, not of what a tag manager or a theme loads.
 */
export function isChecked(choices: Choices): boolean {
  const platform = toPlatform(choices)
  return platform === 'script-tag' || (platform === 'tag-manager' && choices.onPage !== '')
}

/** The tag names one version, whose hash the browser checks. */
export const isPinned = (choices: Choices): boolean => isChecked(choices) && choices.payment !== ''

/** The name with the hash goes with the hash; without one the name stays the same from version to version. */
export const toScriptAddress = (choices: Choices, { file }: SnippetFile): string =>
  `${choices.endpoint}/${isPinned(choices) ? file : 'ringup.js'}`

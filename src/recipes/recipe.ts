/**
 * A recipe: the text that a shop on a named platform pastes, so that Ringup reads its orders. It is only data. The
 * fixtures in test/recipes test it.
 */
import type { Settings } from '../snippet/core/settings.js'

/** Settings of the tag that say where the order is. */
export type RecipeSettings = Partial<
  Pick<Settings, 'dataLayer' | 'convertOn' | 'selectors' | 'email' | 'value' | 'decimal'> & {
    adapter: Exclude<Settings['adapter'], (...question: never) => unknown>
  }
>

/** One line for the shop's template, if its page lacks needed data. */
export interface TemplateLine {
  /** The template, from the theme's or the platform's root. */
  file: string
  /** The place in the template, as the end of the sentence "Paste it into `file`, …". */
  place: string
  /** The line itself, in the language of the template. */
  line: string
  /** The expressions within the line that the shop's server replaces. */
  expressions: string[]
  /** Lines for other files, pasted first, such as the controller that hands the order to the template. */
  needs?: Pick<TemplateLine, 'file' | 'place' | 'line'>[]
}

/** The template from which the recipe was made, so that it can be checked. */
export interface Source {
  /** `owner/name` on GitHub. For a platform without public templates, the address of its public documentation. */
  repository: string
  /** Paths in the repository, or titles in the documentation. */
  files: string[]
  /** A version or a commit. For documentation, the month in which it was read. */
  version: string
}

interface Base {
  /** Unique, in kebab-case. Its fixtures have the same name. */
  name: string
  /** The name in its makers' spelling. */
  platform: string
  /** Theme or module, if the platform has several recipes. */
  variant?: string
  /** The file of every page that the tag goes into, as the end of the sentence "Paste it …". */
  paste: string
  /** The line where the order is. The tag is still on every page. */
  templateLine?: TemplateLine
  /** The line that adds the e-mail address, for shops whose thank-you page does not have it. */
  lineIfNoEmail?: TemplateLine
  /** A CSS selector that only pages with this theme or module match. The examiner recognises the recipe by it. */
  sign?: string
  /** The platform shows an order once, so its thank-you page cannot be opened again. */
  shownOnce?: true
  /** Versions of the platform in which real orders were compared with the shop's own rows, to the cent. */
  tried?: string
  /** One or two sentences: what is read from where, and what is not. */
  expect: string
  source: Source
}

export interface TagRecipe extends Base {
  settings: RecipeSettings
}

/** A platform whose order only the shop's own JavaScript can read. */
interface ScriptRecipe extends Base {
  /** The place of the script, as the end of the sentence "Paste it …". */
  scriptPlace: string
  /** The reason why a tag cannot read the order. */
  needsScript: string
  /** The shop's script: it calls `convert()`. */
  script: string
  /** The expressions within the script that the shop's server replaces. */
  expressions?: string[]
}

export type Recipe = TagRecipe | ScriptRecipe

/** A recipe: what a shop on a named platform pastes, so that Ringup reads its orders. Data only; the fixtures in test/recipes show that it works. */
import type { Settings } from '../snippet/core/settings.js'

/** Settings of the tag that say where the order is. */
type RecipeSettings = Partial<
  Pick<Settings, 'dataLayer' | 'convertOn' | 'selectors' | 'email' | 'value' | 'decimal'> & {
    adapter: Exclude<Settings['adapter'], (...question: never) => unknown>
  }
>

/** One line for the shop's template, where its page does not say something that is needed. */
export interface TemplateLine {
  /** The template, from the theme's or the platform's root. */
  file: string
  /** Where in it, as the end of the sentence "Paste it into `file`, …". */
  place: string
  /** The line itself, in the language of the template. */
  line: string
  /** The expressions within the line that the shop's server replaces. */
  expressions: string[]
  /** What another file has to have first, such as the controller that hands the order to the template. */
  needs?: Pick<TemplateLine, 'file' | 'place' | 'line'>
}

/** The template that was read, so that whoever doubts can look. */
export interface Source {
  /** `owner/name` on GitHub, or the address of the public documentation of a platform without public templates. */
  repository: string
  /** Paths in the repository, or titles in the documentation. */
  files: string[]
  /** A version or a commit; of documentation the month in which it was read. */
  version: string
}

interface Base {
  /** Unique, in kebab-case. Its fixtures have the same name. */
  name: string
  /** The name as its makers write it. */
  platform: string
  /** Theme or module, where the platform has several recipes. */
  variant?: string
  /** Where the tag goes, as the end of the sentence "Paste it …". */
  paste: string
  templateLine?: TemplateLine
  /** One or two sentences: what is read from where, and what is not. */
  expect: string
  source: Source
}

interface TagRecipe extends Base {
  settings: RecipeSettings
}

/** A platform whose order only the shop's own JavaScript can reach. */
interface ScriptRecipe extends Base {
  /** Why no tag can read it. */
  needsScript: string
  /** The shop's script: it calls `convert()`. */
  script: string
  /** The expressions within the script that the shop's server replaces. */
  expressions?: string[]
}

export type Recipe = TagRecipe | ScriptRecipe

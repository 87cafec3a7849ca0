/** A recipe: the settings and lines with which Ringup reads the orders of a named shop platform. It is only data. */
import * as z from 'zod/mini'
import { toSetting } from '../contract/settings.js'
import type { Settings } from '../snippet/core/settings.js'

/** Settings of the tag that say where the order is. */
export type RecipeSettings = Partial<
  Pick<Settings, 'dataLayer' | 'convertOn' | 'selectors' | 'email' | 'value' | 'decimal'> & {
    adapter: Exclude<Settings['adapter'], (...question: never) => unknown>
  }
>

const areSettings = (settings: unknown) =>
  Object.entries(Object(settings)).every(([name, value]) => toSetting(name, value) !== undefined)

const text = z.string().check(z.minLength(1))

const line = {
  /** The template, from the theme's or the platform's root. */
  file: text,
  /** The place in the template, as the end of the sentence "Paste it into `file`, …". */
  place: text,
  /** The line itself, in the language of the template. A recipe.json names the file that has it. */
  line: text,
}

/** One line for the shop's template, if its page lacks needed data. */
const TemplateLine = z.strictObject({
  ...line,
  /** Lines for other files, pasted first, such as the controller that hands the order to the template. */
  needs: z.exactOptional(z.array(z.strictObject(line))),
})
export type TemplateLine = z.infer<typeof TemplateLine>

const base = {
  /** Unique, in kebab-case. Its pages have the same name. */
  name: text,
  /** The name in its makers' spelling. */
  platform: text,
  /** Theme or module, if the platform has several recipes. */
  variant: z.exactOptional(text),
  /** A CSS selector that only pages with this theme or module match. The examiner recognises the recipe by it. */
  sign: z.exactOptional(text),
  /** Versions of the platform in which real orders were compared with the shop's own rows, to the cent. */
  tried: z.exactOptional(text),
  /** The file of every page that the tag goes into, as the end of the sentence "Paste it …". */
  paste: text.check(z.includes('every page')), // each page sends the orders that an earlier page stored
  /** The line where the order is. The tag is still on every page. */
  templateLine: z.exactOptional(TemplateLine),
  /** The line that adds the e-mail address, for shops whose thank-you page does not have it. */
  lineIfNoEmail: z.exactOptional(TemplateLine),
  /** One or two sentences: what is read from where, and what is not. */
  expect: text,
  /** The text from which the recipe was made, so that it can be checked. */
  source: z.strictObject({
    from: z.enum(['template', 'documentation']),
    /** `owner/name` on GitHub. For a platform without public templates, the address of its public documentation. */
    repository: text,
    /** Paths in the repository, or titles in the documentation. */
    files: z.array(text),
    /** A version or a commit. For documentation, the month in which it was read. */
    version: text,
  }),
}

const TagRecipe = z.strictObject({ ...base, settings: z.custom<RecipeSettings>(areSettings) })
export type TagRecipe = z.infer<typeof TagRecipe>

/** A platform whose order only the shop's own JavaScript can read. */
const ScriptRecipe = z.strictObject({
  ...base,
  /** The place of the script, as the end of the sentence "Paste it …". */
  scriptPlace: text,
  /** The reason why a tag cannot read the order. */
  needsScript: text,
  /** The shop's script: it calls `convert()`. */
  script: text,
})

export const Recipe = z.union([TagRecipe, ScriptRecipe])
export type Recipe = z.infer<typeof Recipe>

/**
 * The confirmation pages of the platforms, next to their recipes: `<recipe>.html`, or `<recipe>.<case>.html` if a recipe has several.
 * The `.json` of that name has the payload that must arrive.
 *
 * A page has the template line as the shop's server prints it. The tag replaces `<!-- tag -->`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quote } from '../../src/contract/tag.js'
import { listPlatforms, readPlatform } from '../../src/recipes/read-recipes.js'
import type { Recipe } from '../../src/recipes/recipe.js'
import { STUB } from '../../src/recipes/stub.js'
import { toAttributes } from '../../src/recipes/tag.js'

export interface RecipePage extends Expected {
  /** The name of the page's files. */
  name: string
  recipe: Recipe
  /** The page, as the shop serves it. */
  html: string
}

interface Expected {
  /** The whole payload; null for a page that must not report anything. */
  sent: Record<string, unknown> | null
  /** Fields that could not be read, each with the code of the problem. */
  problems?: Record<string, string>
  /** The values that the shop's server puts into the script. */
  values?: Record<string, string>
  /** The answers of the shop's server to scripts, by path. */
  answers?: Record<string, unknown>
}

/** @throws Error if a page lacks its payload, or the place of the tag */
export const readRecipePages = (): RecipePage[] => listPlatforms().flatMap(readPages)

function readPages(folder: string): RecipePage[] {
  const recipes = readPlatform(folder)
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.html') ? file.slice(0, -'.html'.length) : []))
  return names.flatMap((name) => {
    const recipe = recipes.find((each) => each.name === name.split('.')[0])
    if (!recipe) return [] // a template line
    const expected: Expected = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
    const [before, after] = readFileSync(join(folder, `${name}.html`), 'utf8').split('<!-- tag -->')
    if (after === undefined) throw new Error(`${name}.html has no <!-- tag -->.`)
    return { name, recipe, html: [before, toPasted(recipe, expected.values), after].join(''), ...expected }
  })
}

/** The tag. For a platform that needs a script, also the script and the stub that keeps its call until the tag has loaded. */
function toPasted(recipe: Recipe, values: Expected['values'] = {}): string {
  const tag = toTag(recipe)
  if (!('script' in recipe)) return tag
  const script = Object.entries(values).reduce((filled, pair) => filled.replaceAll(...pair), recipe.script)
  return `<script>${STUB}</script>\n${tag}\n<script>\n${script}\n</script>`
}

/** The tag with the recipe's settings, which is on every page of the shop. */
export function toTag(recipe: Recipe): string {
  const attributes = toAttributes(recipe).map(([name, text]) => ` ${name}=${quote(text)}`)
  return `<script async src="/ringup/ringup.js"${attributes.join('')}></script>`
}

/**
 * The fixtures of the recipes: `<recipe>.html`, or `<recipe>.<case>.html` if a recipe has several. The `.json` of that
 * name has the expected payload.
 *
 * In the HTML, the set-up page's text replaces `<!-- tag -->`. The template line replaces `<!-- template line -->`, and
 * each expression is replaced as the shop's server does.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RECIPES } from '../../src/recipes/index.js'
import type { Recipe } from '../../src/recipes/recipe.js'
import { toCall, toStub, toTag, usesStub } from '../../src/setup/texts/tag.js'
import { createChoices, SNIPPET } from '../unit/setup/create-choices.js'

const FOLDER = join('test', 'recipes')

export interface Fixture {
  /** The name of the fixture's files. */
  name: string
  recipe: Recipe
  /** The page, as the shop serves it. */
  html: string
  expected: Expected
}

interface Expected {
  /** The whole payload; null for a page that must not report anything. */
  sent: Record<string, unknown> | null
  /** Fields that could not be read, each with the code of the problem. */
  problems?: Record<string, string>
  /**
   * The values that the shop's server puts into the expressions of the template line or the script. For a line in a
   * loop, row by row.
   */
  values?: Record<string, string | string[]>
  /** The answers of the shop's server to scripts, by path. */
  answers?: Record<string, unknown>
}

/** @throws Error if a fixture belongs to no recipe, or leaves out a text that the recipe needs */
export function readFixtures(): Fixture[] {
  const pages = readdirSync(FOLDER).filter((file) => file.endsWith('.html'))
  return pages.map((file) => {
    const name = file.slice(0, -'.html'.length)
    const recipe = RECIPES.find((each) => each.name === name.split('.')[0])
    if (!recipe) throw new Error(`No recipe belongs to ${file}.`)
    if (!existsSync(join(FOLDER, `${name}.json`)))
      throw new Error(`${name}.json is missing: the payload that must be sent for ${file}.`)
    const expected: Expected = JSON.parse(readText(`${name}.json`))
    return { name, recipe, html: paste(readText(file), recipe, expected), expected }
  })
}

const readText = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

function paste(html: string, recipe: Recipe, { sent, values = {} }: Expected): string {
  const templateLine = sent ? recipe.templateLine : undefined // other pages do not have the line
  const expressions = 'script' in recipe ? (recipe.expressions ?? []) : []
  const withTag = insert(html, 'tag', () => fill(toPasted(recipe), expressions, values, 0))
  if (!templateLine) return withTag
  return insert(withTag, 'template line', (row) => fill(templateLine.line, templateLine.expressions, values, row))
}

/**
 * The tag from the set-up page. For a platform that needs a script, also the script and the stub that keeps its call
 * until the tag has loaded.
 */
export function toPasted({ name }: Recipe): string {
  const choices = createChoices({ system: name })
  const tag = toTag(choices, SNIPPET)
  return usesStub(choices) ? [toStub(), tag, toCall(choices)].join('\n') : tag
}

/** Fills in the values, as the shop's server does. */
function fill(text: string, expressions: string[], values: Expected['values'] = {}, row: number): string {
  return expressions.reduce((filled, expression) => {
    const value = [values[expression] ?? []].flat()[row]
    if (value === undefined) throw new Error(`The fixture lacks the value of ${expression}.`)
    return filled.replaceAll(expression, () => value)
  }, text)
}

/** Replaces each such comment with a text. */
function insert(html: string, place: string, toText: (row: number) => string): string {
  const [first, ...rest] = html.split(`<!-- ${place} -->`)
  if (rest.length === 0) throw new Error(`A fixture has no <!-- ${place} -->.`)
  return rest.reduce((page, part, row) => page + toText(row) + part, String(first))
}

/**
 * The fixtures of the recipes: `<recipe>.html`, or `<recipe>.<case>.html` where a recipe has several, with the payload it
 * has to come to in the `.json` of the same name.
 *
 * In the HTML `<!-- tag -->` becomes what the set-up page gives to paste, `<!-- template line -->` its template line, with each
 * expression replaced as the shop's server does.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RECIPES } from '../../src/recipes/index.js'
import type { Recipe } from '../../src/recipes/recipe.js'
import { toCall, toStub, toTag, usesStub } from '../../src/setup/texts/tag.js'
import { createChoices, SNIPPET } from '../unit/setup/create-choices.js'

const FOLDER = join('test', 'recipes')

export interface Fixture {
  /** What its files are called. */
  name: string
  recipe: Recipe
  /** The page, as the shop serves it. */
  html: string
  expected: Expected
}

interface Expected {
  /** The whole payload; null for a page that must not report anything. */
  sent: Record<string, unknown> | null
  /** What could not be read: the field, and the code of the reason. */
  problems?: Record<string, string>
  /** What the shop's server puts in place of expressions in the template line or the script; of a line in a loop, row by row. */
  values?: Record<string, string | string[]>
  /** What the shop's server answers to scripts, by path. */
  answers?: Record<string, unknown>
}

/** @throws Error when a fixture belongs to no recipe, or leaves out what the recipe wants pasted */
export function readFixtures(): Fixture[] {
  const pages = readdirSync(FOLDER).filter((file) => file.endsWith('.html'))
  return pages.map((file) => {
    const name = file.slice(0, -'.html'.length)
    const recipe = RECIPES.find((each) => each.name === name.split('.')[0])
    if (!recipe) throw new Error(`No recipe belongs to ${file}.`)
    if (!existsSync(join(FOLDER, `${name}.json`)))
      throw new Error(`${name}.json is missing: what must be sent of ${file}.`)
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

/** The tag as the set-up page writes it; for a platform that needs a script also that, and what keeps its call until the tag has loaded. */
export function toPasted({ name }: Recipe): string {
  const choices = createChoices({ system: name })
  const tag = toTag(choices, SNIPPET)
  return usesStub(choices) ? [toStub(), tag, toCall(choices)].join('\n') : tag
}

/** Puts the values where the shop's server would. */
function fill(text: string, expressions: string[], values: Expected['values'] = {}, row: number): string {
  return expressions.reduce((filled, expression) => {
    const value = [values[expression] ?? []].flat()[row]
    if (value === undefined) throw new Error(`There is no value for ${expression}.`)
    return filled.replaceAll(expression, () => value)
  }, text)
}

/** Puts a text in the place of each such comment. */
function insert(html: string, place: string, toText: (row: number) => string): string {
  const [first, ...rest] = html.split(`<!-- ${place} -->`)
  if (rest.length === 0) throw new Error(`A fixture has no <!-- ${place} -->.`)
  return rest.reduce((page, part, row) => page + toText(row) + part, String(first))
}

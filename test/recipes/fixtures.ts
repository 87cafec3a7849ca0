/**
 * The fixtures of the recipes: `<recipe>.html`, or `<recipe>.<case>.html` where a recipe has several, with the payload it
 * has to come to in the `.json` of the same name.
 *
 * In the HTML `<!-- tag -->` becomes the tag that the recipe prints, `<!-- template line -->` its template line, with each
 * expression replaced as the shop's server does.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RECIPES } from '../../src/recipes/index.js'
import type { Recipe } from '../../src/recipes/recipe.js'
import { toTag } from '../../src/recipes/tag.js'

const FOLDER = join('test', 'recipes')

export interface Fixture {
  /** Of its files. */
  name: string
  recipe: Recipe
  /** The page, as the shop serves it. */
  html: string
  expected: Expected
}

interface Expected {
  /** The whole payload. */
  sent: Record<string, unknown>
  /** What could not be read: the field, and the code of the reason. */
  problems?: Record<string, string>
  /** What the shop's server puts in place of the template line's expressions. */
  values?: Record<string, string>
}

/** @throws Error when a fixture belongs to no recipe, or leaves out what the recipe wants pasted */
export function readFixtures(): Fixture[] {
  const pages = readdirSync(FOLDER).filter((file) => file.endsWith('.html'))
  return pages.map((file) => {
    const name = file.slice(0, -'.html'.length)
    const recipe = RECIPES.find((each) => each.name === name.split('.')[0])
    if (!recipe) throw new Error(`No recipe belongs to ${file}.`)
    const expected: Expected = JSON.parse(readText(`${name}.json`))
    return { name, recipe, html: paste(readText(file), recipe, expected), expected }
  })
}

const readText = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

function paste(html: string, recipe: Recipe, { values = {} }: Expected): string {
  const { templateLine } = recipe
  const line = templateLine?.expressions.reduce((line, expression) => {
    const value = values[expression]
    if (value === undefined) throw new Error(`${recipe.name} has no value for ${expression}.`)
    return line.replaceAll(expression, value)
  }, templateLine.line)
  const withTag = insert(html, 'tag', toTag(recipe, '/ringup'))
  return line === undefined ? withTag : insert(withTag, 'template line', line)
}

function insert(html: string, place: string, text: string): string {
  const comment = `<!-- ${place} -->`
  if (!html.includes(comment)) throw new Error(`A fixture has no ${comment}.`)
  return html.replace(comment, () => text)
}

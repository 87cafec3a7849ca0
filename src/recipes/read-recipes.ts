/**
 * Reads the recipes of all platforms from their folders. `npm run readme` writes them into `generated/`: `recipes.json` with the texts
 * for people, `brief.json` without.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConsentRecipe } from './consent/recipe.js'
import { Recipe } from './recipe.js'

const FOLDER = join('src', 'recipes')

/** Keys of a recipe whose value is the name of a file. */
const FILES = ['line', 'script']

/**
 * @param folder the platform's. In its recipe.json, the values outside of `recipes` belong to each recipe
 * @throws ZodError if a recipe is not whole
 */
export function readPlatform(folder: string): Recipe[] {
  const { recipes, ...shared } = readJson(join(folder, 'recipe.json'), folder)
  return recipes.map((own: object) => Recipe.parse({ ...shared, ...own }))
}

/** The folders that have a recipe, by name. */
export const listPlatforms = (): string[] =>
  readdirSync(FOLDER)
    .map((name) => join(FOLDER, name))
    .filter((folder) => existsSync(join(folder, 'recipe.json')))

/** The texts of the files in `generated/`, by name. */
export function writeGenerated(): Record<string, string> {
  const recipes = listPlatforms().flatMap(readPlatform)
  const consent = readJson(join(FOLDER, 'consent', 'recipes.json'), join(FOLDER, 'consent')).map((each: unknown) =>
    ConsentRecipe.parse(each),
  )
  const brief = {
    recipes: pick(recipes, ['name', 'platform', 'variant', 'sign', 'settings', 'lineIfNoEmail']),
    consent: pick(consent, ['name', 'platform', 'signs']),
  }
  return { 'recipes.json': toJson(recipes), 'consent.json': toJson(consent), 'brief.json': toJson(brief) }
}

/** Reads JSON, and puts the text of a file in the place of its name. */
const readJson = (path: string, folder: string) =>
  JSON.parse(readFileSync(path, 'utf8'), (key, value) =>
    FILES.includes(key) && typeof value === 'string' ? readFileSync(join(folder, value), 'utf8').trim() : value,
  )

const pick = (rows: object[], names: string[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))))

/** One row a line, so that a change is one line. */
function toJson(value: object): string {
  if (Array.isArray(value)) return `[\n${value.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
  const parts = Object.entries(value).map(([name, rows]) => `${JSON.stringify(name)}: ${toJson(rows).trim()}`)
  return `{\n${parts.join(',\n')}\n}\n`
}

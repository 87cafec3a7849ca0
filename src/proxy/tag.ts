/**
 * RINGUP_TAG: settings that are served with the script. The shop's tag then stays one line, and a wrong set-up is fixed
 * here, without touching a theme.
 *
 * The value is JSON, or the path of a file with JSON, or the name of a recipe: as the whole value, or as `recipe`
 * within the JSON.
 */
import { readFileSync } from 'node:fs'
import { FORBIDDEN_KEYS } from '../contract/limits.js'
import { findSimilar } from '../contract/similar.js'
import { findBadSetting, toBadSettingSentence } from '../contract/tag.js'
import { BRIEF } from '../recipes/brief.js'
import { findConsentRecipe } from '../recipes/consent/index.js'
import { toJson } from './setting-values.js'

export type TagSettings = Record<string, unknown>

export interface ReadTag {
  settings: TagSettings
  /** Sentences, one for each problem. */
  problems: string[]
  /** The path, if the variable names a file. */
  file?: string
}

const RECIPE_NAMES = BRIEF.recipes.map(({ name }) => name)

/** Reads the variable's value; never throws. */
export function readTag(value: string): ReadTag {
  if (/^\s*[{["]/.test(value)) return checkTag(value)
  if (RECIPE_NAMES.includes(value)) return readRecipe(value, 'RINGUP_TAG')
  if (!/[./\\]/.test(value))
    return refuse(toUnknownRecipe(value, 'RINGUP_TAG', ' A file is named by its path, such as ./tag.json.'))
  return { ...readTagFile(value, `The file ${value} of RINGUP_TAG`), file: value }
}

/** Reads the settings in a file; never throws. @param where the subject of a sentence */
export function readTagFile(path: string, where: string): ReadTag {
  try {
    return checkTag(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''), where) // Windows' editors write the mark
  } catch (error) {
    return refuse(`${where} cannot be read (${Object(error).code ?? error}): check its path and who may read it.`)
  }
}

const refuse = (sentence: string): ReadTag => ({ settings: {}, problems: [sentence] })

/** Reads the settings as the variable or its file has them; never throws. @param where the subject of a sentence */
export function checkTag(text: string, where = 'RINGUP_TAG'): ReadTag {
  const json = toJson(text)
  if (!isObject(json)) return refuse(`${where} is not a JSON object, such as {"convertOn":"purchase"}.`)
  const { recipe, ...own } = json
  const based = recipe === undefined ? { settings: {}, problems: [] } : readRecipe(recipe, where)
  const named = { ...own, ...toConsent(own.consent) }
  const problems = Object.entries(named).flatMap(([name, value]) => findProblem(name, value, where) ?? [])
  return { settings: { ...based.settings, ...named }, problems: [...based.problems, ...problems] }
}

/** Reads the setting `consent`. It may also be the name of a consent platform's recipe, such as `cookiebot`. */
function toConsent(name: unknown): { consent?: object } {
  const recipe = typeof name === 'string' && findConsentRecipe(name)
  return recipe && 'places' in recipe ? { consent: recipe.places } : {}
}

function readRecipe(name: unknown, where: string): ReadTag {
  const recipe = BRIEF.recipes.find((each) => each.name === name)
  if (!recipe) return refuse(toUnknownRecipe(name, where))
  if (recipe.settings) return { settings: recipe.settings, problems: [] }
  return refuse(
    `${where}: the recipe ${name} needs a script on the page, so it cannot be served: take its lines from the set-up page.`,
  )
}

function toUnknownRecipe(name: unknown, where: string, more = ''): string {
  const meant = typeof name === 'string' && findSimilar(name, RECIPE_NAMES)
  return `${where}: the recipe ${JSON.stringify(name)} does not exist${meant ? `; did you mean ${meant}?` : `.${more}`}`
}

function findProblem(name: string, value: unknown, where: string): string | undefined {
  if (name === 'consent' && typeof value === 'string' && findConsentRecipe(value))
    return `${where}: the consent recipe ${value} needs a script on the page: set "consent" to "required".`
  const bad = findBadSetting(name, value === '' ? undefined : value)
  if (bad) return `${where}: ${toBadSettingSentence(name, bad)}${bad.allowed || bad.meant ? '' : ' Remove it.'}`
  if (name === 'signature') return `${where}: a signature is one customer’s, so it cannot be served to all: remove it.`
  return name === 'selectors' && !isSelectors(value) ? `${where}: selectors must be an object of texts.` : undefined
}

/** Checks texts by name. `items` holds texts by name too. */
function isSelectors(value: unknown): boolean {
  const isTexts = (fields: object) =>
    Object.entries(fields).every(([name, each]) => typeof each === 'string' && !FORBIDDEN_KEYS.includes(name))
  if (!isObject(value)) return false
  const { items = {}, ...fields } = value
  return isObject(items) && isTexts(items) && isTexts(fields)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Puts the settings in front of the script's own code. The script reads them as the lowest of the page's settings. */
export function toServedCode(code: string, settings: TagSettings | undefined): string {
  if (!settings) return code
  // The first line stays first, because browsers read directives for the whole file there.
  const start = code.startsWith('//') ? code.indexOf('\n') + 1 : 0
  const json = JSON.stringify(settings).replace(/[<\u2028\u2029]/g, toEscape)
  return `${code.slice(0, start)}self["ringup:served"]=${json};${code.slice(start)}`
}

const toEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

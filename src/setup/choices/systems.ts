/** The shop systems there are to choose from: those with a recipe, two with ways of their own, and all others. */
import { RECIPES } from '../../recipes/index.js'
import type { Recipe } from '../../recipes/recipe.js'
import type { Choices } from './choices.js'

/** Beside the recipes' names. */
export const OTHER_SYSTEMS = {
  shopify: 'Shopify',
  'tag-manager': 'Google Tag Manager',
  other: 'Another, or I don’t know',
} as const

/** A platform, and what there is to choose on it: themes or modules. */
export interface Platform {
  title: string
  recipes: Recipe[]
}

/** In the order in which a shop is asked. */
export function toPlatforms(recipes: readonly Recipe[] = RECIPES): Platform[] {
  const titles = [...new Set(recipes.map(({ platform }) => platform))]
  return titles.map((title) => ({ title, recipes: recipes.filter(({ platform }) => platform === title) }))
}

/** Undefined where the shop system has none, or is not chosen yet. */
export const findRecipe = ({ system }: Pick<Choices, 'system'>): Recipe | undefined =>
  RECIPES.find(({ name }) => name === system)

/** One of those there are; a name of another version's recipe is none. */
export const isKnownSystem = (system: string): boolean =>
  Object.hasOwn(OTHER_SYSTEMS, system) || findRecipe({ system }) !== undefined

/** The page calls `convert()` itself, and the tag converts on nothing. */
export function isCalling(choices: Choices): boolean {
  const recipe = findRecipe(choices)
  return recipe ? 'script' in recipe : choices.source === 'call'
}

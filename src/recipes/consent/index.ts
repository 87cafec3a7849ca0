/** All consent recipes. Standards that many banners use come last, because a banner's own recipe is more exact. */
import recipes from '../generated/consent.json' with { type: 'json' }
import type { ConsentRecipe } from './recipe.js'

export const CONSENT_RECIPES = recipes as unknown as readonly ConsentRecipe[] // the schema has checked them

/** Finds the recipe with this name. Returns undefined if it does not exist. */
export const findConsentRecipe = (name: string): ConsentRecipe | undefined =>
  CONSENT_RECIPES.find((recipe) => recipe.name === name)

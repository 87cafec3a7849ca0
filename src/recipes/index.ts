/** All recipes, with the texts for people. A page loads brief.ts instead. */
import recipes from './generated/recipes.json' with { type: 'json' }
import type { Recipe } from './recipe.js'

export const RECIPES = recipes as unknown as readonly Recipe[] // the schema has checked them

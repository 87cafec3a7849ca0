/** All recipes, in the order in which a shop is asked for its platform. */
import type { Recipe } from './recipe.js'
import { WOOCOMMERCE } from './woocommerce.js'

export const RECIPES: readonly Recipe[] = [...WOOCOMMERCE]

/** The recipes that read a page. The examiner offers them if the settings of the page read no order. */
import { RECIPES } from './index.js'
import type { Recipe, RecipeSettings, TagRecipe } from './recipe.js'

/** Names the API's fields that these settings read on the page, such as `order_number`, `email`, `cart_items`. */
type ReadFields = (settings: RecipeSettings) => string[]

const hasSettings = (recipe: Recipe): recipe is TagRecipe => 'settings' in recipe

/**
 * Finds the recipes that read the order of this page. The recipe with a sign on the page comes first, then the recipe that reads
 * the most.
 *
 * Every shop with GA4 may push `purchase`. So a recipe that reads the data layer fits only a page that has the recipe's sign.
 */
export function findFitting(document: Document, readFields: ReadFields): TagRecipe[] {
  const candidates = RECIPES.filter(hasSettings).filter(({ settings, sign }) =>
    sign ? document.querySelector(sign) : settings.convertOn === 'load',
  )
  const read = candidates.map((recipe) => ({ recipe, fields: readFields(recipe.settings) }))
  const whole = read.filter(({ fields }) => fields.includes('order_number') && fields.includes('cart_value'))
  const rank = ({ recipe, fields }: (typeof read)[number]) => (recipe.sign ? 100 : 0) + fields.length
  return whole.sort((one, other) => rank(other) - rank(one)).map(({ recipe }) => recipe)
}

/** The recipe whose settings these are. */
export const findRecipeOf = (settings: object): TagRecipe | undefined =>
  RECIPES.filter(hasSettings).find((recipe) =>
    Object.entries(recipe.settings).every(
      ([name, value]) => JSON.stringify(Object(settings)[name]) === JSON.stringify(value),
    ),
  )

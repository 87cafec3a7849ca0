/** The recipes that read a page. The examiner offers them if the settings of the page read no order. */
import { BRIEF, type BriefRecipe } from './brief.js'
import type { RecipeSettings } from './recipe.js'

/** Names the API's fields that these settings read on the page, such as `order_number`, `email`, `cart_items`. */
type ReadFields = (settings: RecipeSettings) => string[]

type WithSettings = BriefRecipe & { settings: RecipeSettings }

const candidates = BRIEF.recipes.filter((recipe): recipe is WithSettings => recipe.settings !== undefined)

/**
 * Finds the recipes that read the order of this page. The recipe with a sign on the page comes first, then the recipe that reads
 * the most.
 *
 * Every shop with GA4 may push `purchase`. So a recipe that reads the data layer fits only a page that has the recipe's sign.
 */
export function findFitting(document: Document, readFields: ReadFields): WithSettings[] {
  const likely = candidates.filter(({ settings, sign }) =>
    sign ? document.querySelector(sign) : settings.convertOn === 'load',
  )
  const read = likely.map((recipe) => ({ recipe, fields: readFields(recipe.settings) }))
  const whole = read.filter(({ fields }) => fields.includes('order_number') && fields.includes('cart_value'))
  const rank = ({ recipe, fields }: (typeof read)[number]) => (recipe.sign ? 100 : 0) + fields.length
  return whole.sort((one, other) => rank(other) - rank(one)).map(({ recipe }) => recipe)
}

/** The recipe whose settings these are. A recipe may have some of another one's, so the one with most settings counts. */
export function findRecipeOf(settings: object): WithSettings | undefined {
  const toTexts = (own: object) => Object.entries(own).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const texts = toTexts(settings)
  const matching = candidates.filter(({ settings: own }) => toTexts(own).every((text) => texts.includes(text)))
  const count = (recipe: WithSettings) => Object.keys(recipe.settings).length
  return matching.sort((one, other) => count(other) - count(one))[0]
}

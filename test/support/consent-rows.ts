/** Makes the rows of the table of consent banners from the consent recipes. */
import { CONSENT_RECIPES } from '../../src/recipes/consent/index.js'
import type { ConsentRecipe } from '../../src/recipes/consent/recipe.js'

const isScript = (recipe: ConsentRecipe) => 'script' in recipe
const toNames = (recipes: ConsentRecipe[]) =>
  recipes.map((each) => ('script' in each ? `[${each.platform}](consent/${each.name}.js)` : each.platform)).join(', ')

export const toConsentRows = (): string[][] => [
  ['needs', 'banners'],
  ['the setting', toNames(CONSENT_RECIPES.filter((recipe) => !isScript(recipe)))],
  ['`required`, and a script', toNames(CONSENT_RECIPES.filter(isScript))],
]

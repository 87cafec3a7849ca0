/** Makes the rows of the table of consent banners from the consent recipes. */
import { CONSENT_RECIPES } from '../../src/recipes/consent/index.js'
import type { ConsentRecipe } from '../../src/recipes/consent/recipe.js'

const isScript = (recipe: ConsentRecipe) => 'script' in recipe
const toLinks = (recipes: ConsentRecipe[]) =>
  recipes.map(({ platform, name }) => `[${platform}](${name}.ts)`).join(', ')

export const toConsentRows = (): string[][] => [
  ['needs', 'banners'],
  ['the setting', toLinks(CONSENT_RECIPES.filter((recipe) => !isScript(recipe)))],
  ['`required`, and a script', toLinks(CONSENT_RECIPES.filter(isScript))],
]

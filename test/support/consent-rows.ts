/** Makes the rows of the table of consent banners from the consent recipes. */
import { CONSENT_RECIPES } from '../../src/recipes/consent/index.js'
import type { ConsentRecipe } from '../../src/recipes/consent/recipe.js'

export const toConsentRows = (): string[][] => [
  ['banner', '`data-consent`', 'may have another name in your shop'],
  ...CONSENT_RECIPES.map((recipe) => [`[${recipe.platform}](${recipe.name}.ts)`, toLine(recipe), toYours(recipe)]),
]

const toLine = (recipe: ConsentRecipe) =>
  'script' in recipe ? '`required`, and a script' : `\`${JSON.stringify(recipe.places).replaceAll('|', '\\|')}\``

const toYours = ({ yours }: ConsentRecipe) => (yours ? `\`${yours.name}\`. ${yours.where}` : '')

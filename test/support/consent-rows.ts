/** The rows of the table of consent banners, made of their recipes. */
import { CONSENT_RECIPES } from '../../src/recipes/consent/index.js'
import type { ConsentRecipe } from '../../src/recipes/consent/recipe.js'

export const toConsentRows = (): string[][] => [
  ['banner', '`data-consent`', 'yes and no', 'read from'],
  ...CONSENT_RECIPES.map((recipe) => [
    recipe.platform,
    toLine(recipe),
    toMeaning(recipe),
    `${recipe.source.pages.map(toLink).join(', ')}; ${recipe.source.read}`,
  ]),
]

const toLine = (recipe: ConsentRecipe) =>
  'script' in recipe
    ? `\`required\`, and [a script](${recipe.name}.ts)`
    : `\`${JSON.stringify(recipe.places).replaceAll('|', '\\|')}\``

const toMeaning = ({ expect, yours }: ConsentRecipe) =>
  yours ? `${expect} \`${yours.name}\` may be called otherwise in your shop: ${yours.where}` : expect

/** An address, and what was read behind it. */
const toLink = (page: string) => page.replace(/^\S+/, (address) => `<${address}>`)

/** The rows of the table of recipes, made of the recipes and of what their fixtures come to. */
import { Conversion } from '../../src/contract/conversion.js'
import { RECIPES } from '../../src/recipes/index.js'
import { type Recipe, type Source, toTitle } from '../../src/recipes/recipe.js'
import { type Fixture, readFixtures } from '../recipes/fixtures.js'

export function toRecipeRows(): string[][] {
  const fixtures = readFixtures()
  const rows = RECIPES.map((recipe) => [
    toTitle(recipe),
    toPasted(recipe),
    toFiles(recipe),
    toMissing(fixtures.filter((fixture) => fixture.recipe === recipe)),
    toSource(recipe.source),
  ])
  return [['platform', 'paste the tag', 'and a line', 'not read', 'made from'], ...rows]
}

const toPasted = ({ paste, ...recipe }: Recipe): string => ('script' in recipe ? `and a script, ${paste}` : paste)

const toFiles = ({ templateLine }: Recipe): string =>
  [templateLine, templateLine?.needs].flatMap((each) => (each ? `into \`${each.file}\`` : [])).join(', ')

const USUAL = ['order_number', 'cart_value', 'cart_item_count'] as const

/** Names what a page of the platform does not say, of what most say. */
function toMissing(fixtures: Fixture[]): string {
  const bodies = fixtures.map(({ expected }) => Conversion.parse(expected.sent))
  const missing = USUAL.filter((name) => bodies.every(({ cart_data }) => cart_data?.[name] === undefined))
  const hasItems = bodies.some(({ cart_items }) => cart_items !== undefined)
  return [...missing, ...(hasItems ? [] : ['cart_items'])].map((name) => `\`${name}\``).join(', ')
}

const toSource = ({ repository, version }: Source) =>
  `${repository.startsWith('https:') ? `<${repository}>` : `[${repository}](https://github.com/${repository})`}, ${version}`

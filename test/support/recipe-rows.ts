/** The rows of the table of recipes, made of the recipes and of what their fixtures come to. */
import type * as z from 'zod/mini'
import { CartData, CartItem, Conversion } from '../../src/contract/conversion.js'
import { RECIPES } from '../../src/recipes/index.js'
import { type Recipe, type Source, toTitle } from '../../src/recipes/recipe.js'
import { type Fixture, readFixtures } from '../recipes/fixtures.js'

export function toRecipeRows(): string[][] {
  const fixtures = readFixtures()
  const rows = RECIPES.map((recipe) => [
    toTitle(recipe),
    toPasted(recipe),
    toRead(fixtures.filter((fixture) => fixture.recipe === recipe)),
    toTested(recipe.source),
  ])
  return [['platform', 'what to paste', 'what is read', 'tested with'], ...rows]
}

function toPasted({ paste, templateLine, ...recipe }: Recipe): string {
  const what = 'script' in recipe ? 'the tag and a script' : 'the tag'
  const files = [templateLine, templateLine?.needs].flatMap((each) => each?.file ?? [])
  const lines = files.map((file) => `; a line into \`${file}\``)
  return `${what}, ${paste}${lines.join('')}`
}

/** The API's own fields in the payloads, named once; what else the page says travels too. */
function toRead(fixtures: Fixture[]): string {
  const bodies = fixtures.map(({ expected }) => Conversion.parse(expected.sent))
  const toNames = (schema: z.ZodMiniObject, said: object[]) =>
    Object.keys(schema.shape)
      .filter((name) => said.some((each) => name in each))
      .map((name) => `\`${name}\``)
      .join(', ')
  const cart = bodies.map(({ cart_data }) => cart_data ?? {})
  const items = bodies.flatMap(({ cart_items }) => cart_items ?? [])
  return `\`email\`, ${toNames(CartData, cart)}; ${items.length > 0 ? `of items ${toNames(CartItem, items)}` : 'no items'}`
}

const toTested = ({ repository, files, version }: Source) =>
  `${repository.startsWith('https:') ? `<${repository}>` : `[${repository}](https://github.com/${repository})`}: ${files.join(', ')} (${version})`

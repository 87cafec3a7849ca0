/** Makes the guide's table of recipes from the recipes and the results of their fixtures. */
import { Conversion } from '../../src/contract/conversion.js'
import { RECIPES } from '../../src/recipes/index.js'
import { type Fixture, readFixtures } from '../recipes/fixtures.js'

/** Makes one row for each platform, or several if its recipes were tried differently. */
export function toRecipeRows(): string[][] {
  const fixtures = readFixtures()
  const rows = new Map<string, { platform: string; names: string[]; tried: string }>()
  for (const recipe of RECIPES) {
    const { platform, tried = 'never' } = recipe
    const key = [platform, tried].join()
    const row = rows.get(key) ?? { platform, names: [], tried }
    row.names.push(`\`${recipe.name}\`${toMissing(fixtures.filter((fixture) => fixture.recipe === recipe))}`)
    rows.set(key, row)
  }
  return [
    ['platform', 'recipes', 'tried in a running shop'],
    ...[...rows.values()].map(({ platform, names, tried }) => [platform, names.join(', '), tried]),
  ]
}

const USUAL = ['order_number', 'cart_value', 'cart_item_count'] as const

/** Lists the usual fields that a page of the platform lacks. */
function toMissing(fixtures: Fixture[]): string {
  const bodies = fixtures.flatMap(({ expected }) => (expected.sent ? [Conversion.parse(expected.sent)] : []))
  const missing = USUAL.filter((name) => bodies.every(({ cart_data }) => cart_data?.[name] === undefined))
  const hasItems = bodies.some(({ cart_items }) => cart_items !== undefined)
  const names = [...missing, ...(hasItems ? [] : ['cart_items'])].map((name) => `\`${name}\``)
  return names.length > 0 ? ` (not read: ${names.join(', ')})` : ''
}

/** Makes the guide's table of recipes from the recipes and the results of their fixtures. */
import { Conversion } from '../../src/contract/conversion.js'
import { RECIPES } from '../../src/recipes/index.js'
import type { Recipe } from '../../src/recipes/recipe.js'
import { type Fixture, readFixtures } from '../recipes/fixtures.js'

/** Makes one row for each platform, or several if its recipes differ in how they are installed or tested. */
export function toRecipeRows(): string[][] {
  const fixtures = readFixtures()
  const rows = new Map<string, { platform: string; names: string[]; paste: string; tried: string }>()
  for (const recipe of RECIPES) {
    const paste = toPaste(recipe, fixtures)
    const { platform, tried = 'never' } = recipe
    const key = [platform, paste, tried].join()
    const row = rows.get(key) ?? { platform, names: [], paste, tried }
    row.names.push(`\`${recipe.name}\``)
    rows.set(key, row)
  }
  return [
    ['platform', 'recipes', 'paste', 'tried in a running shop'],
    ...[...rows.values()].map(({ platform, names, paste, tried }) => [platform, names.join(', '), paste, tried]),
  ]
}

function toPaste(recipe: Recipe, fixtures: Fixture[]): string {
  const more = [
    ...('script' in recipe ? ['script'] : []),
    ...(recipe.templateLine ? ['template line'] : []),
    ...(recipe.lineIfNoEmail ? ['line if the page lacks the e-mail address'] : []),
  ]
  const missing = toMissing(fixtures.filter((fixture) => fixture.recipe === recipe))
  return `${['tag', ...more].join(', ')}${missing && `. Not read: ${missing}`}`
}

const USUAL = ['order_number', 'cart_value', 'cart_item_count'] as const

/** Lists the usual fields that a page of the platform lacks. */
function toMissing(fixtures: Fixture[]): string {
  const bodies = fixtures.flatMap(({ expected }) => (expected.sent ? [Conversion.parse(expected.sent)] : []))
  const missing = USUAL.filter((name) => bodies.every(({ cart_data }) => cart_data?.[name] === undefined))
  const hasItems = bodies.some(({ cart_items }) => cart_items !== undefined)
  return [...missing, ...(hasItems ? [] : ['cart_items'])].map((name) => `\`${name}\``).join(', ')
}

/** Makes the guide's table of recipes from the recipes and the payloads of their pages. */
import { Conversion } from '../../src/contract/conversion.js'
import { RECIPES } from '../../src/recipes/index.js'
import type { Recipe } from '../../src/recipes/recipe.js'
import { readRecipePages } from './recipe-pages.js'

const PAGES = readRecipePages()

/** Makes a row for each recipe that was tried in a running shop, and one for each kind of source of the others. */
export function toRecipeRows(): string[][] {
  const rows = new Map<string, string[]>()
  for (const recipe of RECIPES.toSorted((one, other) => Number(!one.tried) - Number(!other.tried))) {
    const tried = recipe.tried ? `a running shop: ${recipe.tried}` : `${recipe.source.from} only`
    rows.set(tried, [...(rows.get(tried) ?? []), `\`${recipe.name}\`${toMissing(recipe)}`])
  }
  return [['recipes', 'tried with'], ...[...rows].map(([tried, names]) => [names.join(', '), tried])]
}

const USUAL = ['order_number', 'cart_value', 'cart_item_count'] as const

/** Lists the usual fields that a page of the platform lacks. */
function toMissing({ name }: Recipe): string {
  const sent = PAGES.flatMap((page) => (page.recipe.name === name && page.sent ? [Conversion.parse(page.sent)] : []))
  const missing = USUAL.filter((field) => sent.every(({ cart_data }) => cart_data?.[field] === undefined))
  const names = [...missing, ...(sent.some(({ cart_items }) => cart_items) ? [] : ['cart_items'])]
  return names.length > 0 ? ` (not read: ${names.map((field) => `\`${field}\``).join(', ')})` : ''
}

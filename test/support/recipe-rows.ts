/** Makes the guide's table of recipes from the recipes and the payloads of their pages. */
import { Conversion } from '../../src/contract/conversion.js'
import { RECIPES } from '../../src/recipes/index.js'
import type { Recipe } from '../../src/recipes/recipe.js'
import { readRecipePages } from './recipe-pages.js'

const PAGES = readRecipePages()

/** Makes one row for each platform, or several if its recipes were tried differently. */
export function toRecipeRows(): string[][] {
  const rows = new Map<string, { platform: string; tried: string; names: string[] }>()
  for (const recipe of RECIPES) {
    const { platform, name, source } = recipe
    const tried = recipe.tried ? `a running shop: ${recipe.tried}` : `${source.from} only`
    const row = rows.get(platform + tried) ?? { platform, tried, names: [] }
    row.names.push(`\`${name}\`${toMissing(recipe)}`)
    rows.set(platform + tried, row)
  }
  return [
    ['platform', 'recipes', 'tried with'],
    ...[...rows.values()].map(({ platform, tried, names }) => [platform, names.join(', '), tried]),
  ]
}

const USUAL = ['order_number', 'cart_value', 'cart_item_count'] as const

/** Lists the usual fields that a page of the platform lacks. */
function toMissing({ name }: Recipe): string {
  const sent = PAGES.flatMap((page) => (page.recipe.name === name && page.sent ? [Conversion.parse(page.sent)] : []))
  const missing = USUAL.filter((field) => sent.every(({ cart_data }) => cart_data?.[field] === undefined))
  const names = [...missing, ...(sent.some(({ cart_items }) => cart_items) ? [] : ['cart_items'])]
  return names.length > 0 ? ` (not read: ${names.map((field) => `\`${field}\``).join(', ')})` : ''
}

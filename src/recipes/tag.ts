/** How a recipe's settings are written on a tag. */
import { toAttribute } from '../contract/tag.js'
import type { Recipe } from './recipe.js'

/** The settings as attributes of the tag, not yet in quotes. */
export function toAttributes(recipe: Recipe): [name: string, text: string][] {
  const settings = 'settings' in recipe ? recipe.settings : {}
  return Object.entries(settings).map(([name, value]) => [toAttribute(name), toAttributeText(value)])
}

/**
 * Structures as JSON with white space behind each brace: Smarty and Squarespace take a brace for code only when a word
 * follows at once.
 */
export const toAttributeText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ')

/** Chooses the quotes that need the least escaping. */
export function quote(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return escaped.includes('"') ? `'${escaped.replace(/'/g, '&#39;')}'` : `"${escaped}"`
}

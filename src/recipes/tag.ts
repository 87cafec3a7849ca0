/** Writes a recipe's settings for a tag. */
import { toAttribute, toAttributeText } from '../contract/tag.js'
import type { Recipe } from './recipe.js'

/** The settings as attributes of the tag, not yet in quotes. */
export function toAttributes(recipe: Recipe): [name: string, text: string][] {
  const settings = 'settings' in recipe ? recipe.settings : {}
  return Object.entries(settings).map(([name, value]) => [toAttribute(name), toAttributeText(value)])
}

/** The finished tag of a recipe, ready to be pasted. */
import { toAttribute } from '../contract/tag.js'
import type { Recipe } from './recipe.js'
import { STUB } from './stub.js'

/**
 * @param endpoint the folder that the proxy serves the script from: a path, or an address of another origin
 * @returns one script tag; for a platform that needs a script also that, and what keeps its call until the tag has loaded
 */
export function toTag(recipe: Recipe, endpoint: string): string {
  const folder = endpoint.replace(/\/+$/, '')
  const isOtherOrigin = URL.canParse(folder)
  const attributes: [name: string, text: string][] = [
    ['src', `${folder}/ringup.js`],
    ...(isOtherOrigin ? [['data-endpoint', folder] satisfies [string, string]] : []),
    ...toAttributes(recipe),
  ]
  const lines = attributes.map(([name, text]) => `  ${name}=${quote(text)}`)
  const tag = `<script async\n${lines.join('\n')}></script>`
  return 'script' in recipe ? `<script>${STUB}</script>\n${tag}\n<script>\n${recipe.script.trim()}\n</script>` : tag
}

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

/** Each CSS selector of a recipe, so that a test notices those that no fixture has. */
import type { Recipe } from '../../src/recipes/recipe.js'
import { SELECTOR } from '../../src/snippet/rest/gather/selector.js'

interface Part {
  /** Platform, field and selector. Recipes of one platform share selectors. */
  name: string
  /** The selector of the rows, for a field of an item. */
  rows?: string
  css: string
}

/** @returns one part for each member of a list of selectors, without attribute and pattern */
export function toParts({ platform, ...recipe }: Recipe): Part[] {
  const { items, ...order } = ('settings' in recipe && recipe.settings?.selectors) || {}
  const { each, ...fields } = typeof items === 'object' ? items : { each: undefined }
  const split = (field: string, selector: string, rows?: string): Part[] => {
    const [, list = ''] = SELECTOR.exec(selector) ?? []
    const css = list.split(/,\s*(?![^(]*\))/)
    return css.map((one) => ({ name: `${platform}: ${field} ${one}`, css: one, ...(rows && { rows }) }))
  }
  return [
    ...Object.entries(order).flatMap(([field, selector]) => split(field, String(selector))),
    ...(each ? split('each', each) : []),
    ...Object.entries(fields).flatMap(([field, selector]) => split(field, String(selector), each)),
  ]
}

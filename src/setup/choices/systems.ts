/** The shop systems to choose from: those with a recipe, two with ways of their own, and all others. */
import { RECIPES } from '../../recipes/index.js'
import type { Recipe } from '../../recipes/recipe.js'
import type { Choices } from './choices.js'

/** Shop systems that have no recipe. */
const OTHER_SYSTEMS = {
  shopify: 'Shopify',
  'tag-manager': 'Google Tag Manager',
  other: 'Another, or I don’t know',
} as const

/** A shop system, and its themes or modules if it has several. */
interface System {
  title: string
  options: [system: string, text: string][]
}

/** Shop systems by name, as a list finds them by typing. The last two are not shop systems. */
export function toSystems(): System[] {
  const titles = [...new Set(RECIPES.map(({ platform }) => platform))]
  const known = titles.map((title): System => {
    const own = RECIPES.filter(({ platform }) => platform === title)
    return { title, options: own.map(({ name, variant }) => [name, variant ? `${title}, ${variant}` : title]) }
  })
  const [shopify, ...others] = Object.entries(OTHER_SYSTEMS).map(
    (option): System => ({ title: option[1], options: [option] }),
  )
  const shops = [...known, ...(shopify ? [shopify] : [])].sort((one, other) => one.title.localeCompare(other.title))
  return [...shops, ...others]
}

/** Undefined if the shop system has none, or is not chosen yet. */
export const findRecipe = ({ system }: Pick<Choices, 'system'>): Recipe | undefined =>
  RECIPES.find(({ name }) => name === system)

/** False for the name of another version's recipe. */
export const isKnownSystem = (system: string): boolean =>
  Object.hasOwn(OTHER_SYSTEMS, system) || findRecipe({ system }) !== undefined

/** The platform whose webhooks the proxy takes. */
export function toWebhookPlatform(choices: Pick<Choices, 'system'>): 'shopify' | 'woocommerce' | undefined {
  if (choices.system === 'shopify') return 'shopify'
  return findRecipe(choices)?.platform === 'WooCommerce' ? 'woocommerce' : undefined
}

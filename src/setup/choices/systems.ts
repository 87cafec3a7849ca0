/** The shop systems there are to choose from: those with a recipe, two with ways of their own, and all others. */
import { RECIPES } from '../../recipes/index.js'
import type { Recipe } from '../../recipes/recipe.js'
import type { Choices } from './choices.js'

/** Shop systems that have no recipe. */
const OTHER_SYSTEMS = {
  shopify: 'Shopify',
  'tag-manager': 'Google Tag Manager',
  other: 'Another, or I don’t know',
} as const

/** A shop system to choose, and what there is to choose on it: themes or modules. */
export interface System {
  title: string
  /** What is chosen with it: the first recipe, or a word of OTHER_SYSTEMS. */
  id: string
  /** None of the two with ways of their own, and of the unknown one. */
  recipes: Recipe[]
}

/**
 * The systems with the most shops, from the largest: "Top ecommerce platforms" in the Web Almanac 2024 of the HTTP Archive,
 * read in November 2026. It gives no figures for the others, which stand behind them in the order of their names.
 */
const BY_SHARE = ['WooCommerce', 'Shopify', 'Squarespace', 'Wix', 'PrestaShop', 'Magento', 'OpenCart']
export const SHARES = 'Largest first, as the HTTP Archive counted in 2024; then by name.'

/** All that there is to choose from, in the order in which it is shown; what is no shop system comes last. */
export function toSystems(recipes: readonly Recipe[] = RECIPES): System[] {
  const titles = [...new Set(recipes.map(({ platform }) => platform))]
  const known: System[] = titles.map((title) => {
    const own = recipes.filter(({ platform }) => platform === title)
    return { title, id: own[0]?.name ?? '', recipes: own }
  })
  const toRank = ({ title }: System) => BY_SHARE.findIndex((name) => title.startsWith(name)) + 1 || BY_SHARE.length + 1
  const shops = [...known, toOther('shopify')].sort(
    (one, other) => toRank(one) - toRank(other) || one.title.localeCompare(other.title),
  )
  return [...shops, toOther('tag-manager'), toOther('other')]
}

const toOther = (id: keyof typeof OTHER_SYSTEMS): System => ({ title: OTHER_SYSTEMS[id], id, recipes: [] })

/** Those whose name, theme or module has each word; the one for whoever finds nothing is always there. */
export function findSystems(words: string, systems: System[]): System[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const has = ({ title, recipes }: System) => {
    const text = [title, ...recipes.map(({ variant = '' }) => variant)].join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  }
  return systems.filter((system) => system.id === 'other' || has(system))
}

/** Undefined where the shop system has none, or is not chosen yet. */
export const findRecipe = ({ system }: Pick<Choices, 'system'>): Recipe | undefined =>
  RECIPES.find(({ name }) => name === system)

/** One of those there are; a name of another version's recipe is none. */
export const isKnownSystem = (system: string): boolean =>
  Object.hasOwn(OTHER_SYSTEMS, system) || findRecipe({ system }) !== undefined

/** The page calls `convert()` itself, and the tag converts on nothing. */
export function isCalling(choices: Choices): boolean {
  const recipe = findRecipe(choices)
  return recipe ? 'script' in recipe : choices.source === 'call'
}

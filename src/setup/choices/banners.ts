/** Consent banners: the options, and the recipe of the chosen one. */
import { CONSENT_RECIPES, findConsentRecipe } from '../../recipes/consent/index.js'
import type { ConsentRecipe } from '../../recipes/consent/recipe.js'
import { type Choices, type Platform, toPlatform } from './choices.js'

type Consent = Pick<Choices, 'consent'>

/** No banner, each with a recipe, and any other. */
export const BANNERS: readonly (readonly [consent: string, text: string])[] = [
  ['', 'None: nothing waits for consent'],
  ...CONSENT_RECIPES.map(({ name, platform }) => [name, platform] as const),
  ['required', 'Another: it calls ringup.consent()'],
]

/** Undefined if no banner is chosen, or one without a recipe. */
export const findBanner = ({ consent }: Consent): ConsentRecipe | undefined => findConsentRecipe(consent)

/** The script that hears the banner, if the tag alone cannot. */
export function findBannerScript(choices: Consent): string | undefined {
  const banner = findBanner(choices)
  return banner && 'script' in banner ? banner.script : undefined
}

const WAITS_FOR: Record<Exclude<Platform, 'script-tag'>, string> = {
  'tag-manager': 'The tag waits until your banner grants `ad_user_data` through Google Consent Mode.',
  shopify: 'The theme snippet and the pixel ask Shopify, to which your banner passes the shopper’s choice.',
}

/** Explains when consent counts as given, in sentences. */
export function toBannerHint(choices: Choices): string {
  const platform = toPlatform(choices)
  if (!choices.consent) return 'Every order is stored and sent at once.'
  if (platform !== 'script-tag') return WAITS_FOR[platform]
  const banner = findBanner(choices)
  if (!banner) return 'Nothing is stored or sent before your banner calls `ringup.consent("granted")`, on each page.'
  const { yours, expect } = banner
  return `Nothing is stored or sent before the shopper answers. ${expect}${yours ? ` Is yours not called \`${yours.name}\`? ${yours.where}` : ''}`
}

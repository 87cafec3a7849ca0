/** Consent banners: which there are to choose from, and what the chosen one needs. */
import { CONSENT_RECIPES, findConsentRecipe } from '../../recipes/consent/index.js'
import type { ConsentRecipe } from '../../recipes/consent/recipe.js'
import type { Choices } from './choices.js'

type Consent = Pick<Choices, 'consent'>

/** None, each with a recipe, and any other. */
export const BANNERS: readonly (readonly [consent: string, text: string])[] = [
  ['', 'None: nothing waits for consent'],
  ...CONSENT_RECIPES.map(({ name, platform }) => [name, platform] as const),
  ['required', 'Another: it calls ringup.consent()'],
]

/** Undefined where none is chosen, or one without a recipe. */
export const findBanner = ({ consent }: Consent): ConsentRecipe | undefined => findConsentRecipe(consent)

/** The script that hears the banner, where the tag alone cannot. */
export function findBannerScript(choices: Consent): string | undefined {
  const banner = findBanner(choices)
  return banner && 'script' in banner ? banner.script : undefined
}

/** What a page's banners mean for what is chosen, as one sentence. */
export function toBannerSentence(choices: Consent, found: readonly ConsentRecipe[]): string | undefined {
  const [likeliest] = found
  if (!likeliest) return undefined
  const heard = found.find(({ name }) => name === choices.consent)
  if (heard) return `This page has ${heard.platform}, and your tag waits for its answer.`
  const page = `This page has ${found.map(({ platform }) => platform).join(' and ')}`
  if (!choices.consent) return `${page}, and your tag does not wait for consent.`
  const chosen = findBanner(choices)
  return chosen
    ? `${page}, but your tag listens to ${chosen.platform}, which is not on it.`
    : `${page}, and your tag waits until a script of yours calls ringup.consent(): it can hear the banner itself.`
}

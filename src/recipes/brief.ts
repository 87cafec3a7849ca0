/** The recipes without the texts for people: names, signs and settings. The panel and the proxy load it. */
import type { ConsentRecipe } from './consent/recipe.js'
import brief from './generated/brief.json' with { type: 'json' }
import type { TagRecipe } from './recipe.js'

export type BriefRecipe = Pick<TagRecipe, 'name' | 'platform' | 'variant' | 'sign' | 'lineIfNoEmail'> &
  Partial<Pick<TagRecipe, 'settings'>>

interface Brief {
  /** A recipe without settings needs a script of the page. */
  recipes: readonly BriefRecipe[]
  consent: readonly Pick<ConsentRecipe, 'name' | 'platform' | 'signs'>[]
}

export const BRIEF = brief as unknown as Brief // made from what the schemas have checked

/** Finds the platforms whose signs are in a page's source, likeliest first. */
export const findConsentPlatforms = (source: string): Pick<ConsentRecipe, 'name' | 'platform' | 'signs'>[] =>
  BRIEF.consent.filter(({ signs }) => signs.some((sign) => source.includes(sign)))

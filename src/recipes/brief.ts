/** The recipes without the texts for people: names, signs and settings. The panel and the proxy load it. */
import type { ConsentRecipe } from './consent/recipe.js'
import brief from './generated/brief.json' with { type: 'json' }
import type { TagRecipe } from './recipe.js'

export type BriefRecipe = Pick<TagRecipe, 'name' | 'platform' | 'variant' | 'sign' | 'lineIfNoEmail'> &
  Partial<Pick<TagRecipe, 'settings'>>

/**
 * A form that raises `submit` is marked. A widget that draws its own fields, or writes them into a frame, has its own
 * event or none. An event is listed only if its service documents it.
 */
export interface Widget {
  service: string
  /** The form's name among the service's forms. */
  form: string
  /** Texts in the page's source or in a frame's address that identify the widget. */
  signs: readonly string[]
  /** The service's own event, if it documents one. */
  event?: string
  /** The line for the page: a script, or the element with its mark. LIST is the place of the list's name. */
  line?: string
  /** Advice to the shop, in one or two sentences. */
  about: string
}

interface Brief {
  /** A recipe without settings needs a script of the page. */
  recipes: readonly BriefRecipe[]
  consent: readonly Pick<ConsentRecipe, 'name' | 'platform' | 'signs'>[]
  widgets: readonly Widget[]
}

export const BRIEF = brief as unknown as Brief // made from what the schemas have checked

/** Finds the platforms whose signs are in a page's source, likeliest first. */
export const findConsentPlatforms = (source: string): Pick<ConsentRecipe, 'name' | 'platform' | 'signs'>[] =>
  BRIEF.consent.filter(({ signs }) => signs.some((sign) => source.includes(sign)))

/** The consent banners that a page has, and whether the script's tag waits for an answer. */
import { findConsentPlatforms } from '../../recipes/consent/index.js'
import type { ConsentRecipe } from '../../recipes/consent/recipe.js'
import { type Finding, ok, warning } from './finding.js'
import type { Html } from './read-html.js'
import { type Tag, toTexts } from './read-tag.js'

/**
 * Nothing where the page's HTML has no sign of a banner: one that another script adds is not seen here.
 *
 * @param served by the proxy with the script: it counts where the page says nothing
 */
export function* lookAtConsent({ scripts }: Html, tag: Tag, served: object = {}): Generator<Finding> {
  const settings = new Map([...toTexts(served), ...tag.settings])
  const found = findConsentPlatforms(
    scripts.map(({ attributes, text }) => `${attributes.get('src')} ${text}`).join('\n'),
  )
  if (found.length === 0) return
  const page = `The page has ${found.map(({ platform }) => platform).join(' and ')}`
  const consent = settings.get('consent') ?? 'not-required'
  const heard = found.find((recipe) => isHeard(recipe, settings))
  if (consent === 'not-required') yield warning(`${page}, and the tag does not wait for consent. ${MEND}`)
  else if (heard) yield ok(`${page}, and the tag listens to ${heard.platform}.`)
  else if (consent === 'required') yield ok(`${page}, and the tag waits for ringup.consent().`)
  else yield warning(`${page}, and the tag’s data-consent listens to something else. ${MEND}`)
}

const MEND = 'The set-up page writes data-consent.'

/** Names within a recipe are the shop's own; the first of its path is the platform's. */
function isHeard(recipe: ConsentRecipe, settings: Tag['settings']): boolean {
  const read = 'places' in recipe ? recipe.places.read : undefined
  const [global] = /^[\w$]+/.exec(read ?? '') ?? []
  const meant = global === 'dataLayer' ? (settings.get('dataLayer') ?? global) : global
  return meant !== undefined && (settings.get('consent') ?? '').includes(meant)
}

/**
 * A consent recipe: the place of the shopper's choice in the shop's consent platform. It is only data. The emulators in
 * test/support/emulators/consent test it.
 */
import type { ConsentPlaces } from '../../snippet/rest/watch/consent-platform.js'

interface Base {
  /** Unique, in kebab-case. Its emulator has the same name. */
  name: string
  /** The name in its makers' spelling. */
  platform: string
  /** Texts in the source of a page with this platform that no other platform has. */
  signs: string[]
  /** A name within the recipe that shops choose themselves, and a sentence that says where to find it. */
  yours?: { name: string; where: string }
  /** The meaning of yes and no, in one or two sentences. */
  expect: string
  source: ConsentDocs
}

/** The page from which the recipe was made, so that it can be checked. */
interface ConsentDocs {
  /** Public documentation, or the code if it is public. */
  pages: string[]
  /** The month in which the page was read. */
  read: string
}

/** A platform that the setting `consent` can describe. */
interface PlacesRecipe extends Base {
  places: ConsentPlaces
}

/**
 * A platform that gives its choice only to a script of the page. The script calls `ringup.consent()`, and the setting
 * `consent` is `required`.
 */
interface ScriptRecipe extends Base {
  /** Looks for the platform and for `ringup.consent()` for 10 s, because either may load later, without an event. */
  script: string
}

export type ConsentRecipe = PlacesRecipe | ScriptRecipe

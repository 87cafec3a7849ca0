/** A consent recipe: how Ringup learns from a shop's consent platform what the shopper has chosen. Data only; the emulators in test/support/emulators/consent show that it works. */
import type { ConsentPlaces } from '../../snippet/rest/watch/consent-platform.js'

interface Base {
  /** Unique, in kebab-case. Its emulator has the same name. */
  name: string
  /** The name as its makers write it. */
  platform: string
  /** Texts that stand in the source of a page with this platform, and in no other. */
  signs: string[]
  /** A name within the recipe that shops choose themselves, and where they find theirs, as a sentence. */
  yours?: { name: string; where: string }
  /** What counts as a yes and as a no, in one or two sentences. */
  expect: string
  source: ConsentDocs
}

/** The page that was read, so that whoever doubts can look. */
interface ConsentDocs {
  /** Public documentation, or the code where it is public. */
  pages: string[]
  /** The month in which it was read. */
  read: string
}

/** The setting `consent` says it all. */
interface PlacesRecipe extends Base {
  places: ConsentPlaces
}

/** The platform tells only a script of the page: it calls `ringup.consent()`, and the setting `consent` is `required`. */
interface ScriptRecipe extends Base {
  /** Looks for the platform and for `ringup.consent()` for 10 s, because either may load later, and without an event. */
  script: string
}

export type ConsentRecipe = PlacesRecipe | ScriptRecipe

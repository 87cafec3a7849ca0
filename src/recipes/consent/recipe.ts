/** A consent recipe: the place of the shopper's choice in the shop's consent platform. It is only data, in recipes.json. */
import * as z from 'zod/mini'
import type { ConsentPlaces } from '../../snippet/rest/watch/consent-platform.js'

const text = z.string().check(z.minLength(1))

const place = z.exactOptional(text)
const places: z.ZodMiniType<ConsentPlaces> = z.strictObject({
  read: place,
  has: place,
  ready: place,
  answered: place,
  declared: place,
  deny: place,
  on: z.exactOptional(z.array(text)),
})

const base = {
  /** Unique, in kebab-case. Its emulator in test/support/emulators/consent.ts has the same name. */
  name: text,
  /** The name in its makers' spelling. */
  platform: text,
  /** Texts in the source of a page with this platform that no other platform has. */
  signs: z.array(text),
  /** A name within the recipe that shops choose themselves, and a sentence that says where to find it. */
  yours: z.exactOptional(z.strictObject({ name: text, where: text })),
  /** A remark for developers. */
  note: z.exactOptional(text),
  /** The meaning of yes and no, in one or two sentences. */
  expect: text,
  /** The public pages or code from which the recipe was made, and the month in which they were read. */
  source: z.strictObject({ pages: z.array(text), read: text }),
}

export const ConsentRecipe = z.union([
  /** A platform that the setting `consent` can describe. */
  z.strictObject({ ...base, places }),
  /**
   * A platform that gives its choice only to a script of the page. The script calls `ringup.consent()`, and the setting
   * `consent` is `required`. It looks for the platform and for `ringup.consent()` for 10 s, because either may load later.
   */
  z.strictObject({ ...base, script: text }),
])
export type ConsentRecipe = z.infer<typeof ConsentRecipe>

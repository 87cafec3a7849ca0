/** What this build of the script has: whoever bundles it says it by `define` (src/build/parts.mjs); src/contract/variants.ts names the builds. */

/** Selectors, marks and JSON-LD. */
declare const RINGUP_DOM: boolean
/** Sign-ups: marked forms, and `addToList()`. */
declare const RINGUP_FORMS: boolean
/** What the keeper has kept; a script tag imports it when there is something. */
declare const RINGUP_KEPT: boolean
/** Consent recipes. */
declare const RINGUP_PLATFORMS: boolean

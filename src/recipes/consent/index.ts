/**
 * All consent recipes, in the order in which a page is searched for them. Standards that many banners use come last,
 * because a banner's own recipe is more exact.
 */
import { BORLABS } from './borlabs.js'
import { COMPLIANZ } from './complianz.js'
import { COOKIE_SCRIPT } from './cookie-script.js'
import { COOKIEBOT } from './cookiebot.js'
import { COOKIECONSENT } from './cookieconsent.js'
import { COOKIEFIRST } from './cookiefirst.js'
import { COOKIEYES } from './cookieyes.js'
import { DIDOMI } from './didomi.js'
import { GLOBAL_PRIVACY_CONTROL } from './global-privacy-control.js'
import { GOOGLE_CONSENT_MODE } from './google-consent-mode.js'
import { KLARO } from './klaro.js'
import { ONETRUST } from './onetrust.js'
import type { ConsentRecipe } from './recipe.js'
import { SHOPIFY } from './shopify.js'
import { TARTEAUCITRON } from './tarteaucitron.js'
import { TCF } from './tcf.js'
import { USERCENTRICS_2 } from './usercentrics-2.js'
import { USERCENTRICS_3 } from './usercentrics-3.js'
import { WP_CONSENT_API } from './wp-consent-api.js'

export const CONSENT_RECIPES: readonly ConsentRecipe[] = [
  COOKIEBOT,
  ONETRUST,
  USERCENTRICS_3,
  USERCENTRICS_2,
  COOKIEYES,
  COMPLIANZ,
  BORLABS,
  DIDOMI,
  COOKIEFIRST,
  COOKIE_SCRIPT,
  COOKIECONSENT,
  KLARO,
  TARTEAUCITRON,
  SHOPIFY,
  WP_CONSENT_API,
  TCF,
  GOOGLE_CONSENT_MODE,
  GLOBAL_PRIVACY_CONTROL,
]

/** Finds the recipe with this name. Returns undefined if it does not exist. */
export const findConsentRecipe = (name: string): ConsentRecipe | undefined =>
  CONSENT_RECIPES.find((recipe) => recipe.name === name)

/** Finds the platforms whose signs are in a page's source, likeliest first. */
export const findConsentPlatforms = (source: string): ConsentRecipe[] =>
  CONSENT_RECIPES.filter(({ signs }) => signs.some((sign) => source.includes(sign)))

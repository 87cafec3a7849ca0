/** The emulator of each consent platform, by its recipe's name. */
import { createBorlabs } from './borlabs.js'
import { createComplianz } from './complianz.js'
import { createCookieScript } from './cookie-script.js'
import { createCookiebot } from './cookiebot.js'
import { createCookieconsent } from './cookieconsent.js'
import { createCookiefirst } from './cookiefirst.js'
import { createCookieyes } from './cookieyes.js'
import { createDidomi } from './didomi.js'
import type { CreateEmulator } from './emulator.js'
import { createGoogleConsentMode } from './google-consent-mode.js'
import { createKlaro } from './klaro.js'
import { createOnetrust } from './onetrust.js'
import { createShopify } from './shopify.js'
import { createTarteaucitron } from './tarteaucitron.js'
import { createTcf } from './tcf.js'
import { createUsercentrics2 } from './usercentrics-2.js'
import { createUsercentrics3 } from './usercentrics-3.js'
import { createWpConsentApi } from './wp-consent-api.js'

export const CONSENT_EMULATORS: Record<string, CreateEmulator> = {
  borlabs: createBorlabs,
  complianz: createComplianz,
  'cookie-script': createCookieScript,
  cookiebot: createCookiebot,
  cookieconsent: createCookieconsent,
  cookiefirst: createCookiefirst,
  cookieyes: createCookieyes,
  didomi: createDidomi,
  'google-consent-mode': createGoogleConsentMode,
  klaro: createKlaro,
  onetrust: createOnetrust,
  shopify: createShopify,
  tarteaucitron: createTarteaucitron,
  tcf: createTcf,
  'usercentrics-2': createUsercentrics2,
  'usercentrics-3': createUsercentrics3,
  'wp-consent-api': createWpConsentApi,
}

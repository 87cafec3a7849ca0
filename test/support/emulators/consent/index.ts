/** The emulator of each consent platform, by the name of its recipe. */
import { createComplianz } from './complianz.js'
import { createDidomi } from './didomi.js'
import type { CreateEmulator } from './emulator.js'
import { createGoogleConsentMode } from './google-consent-mode.js'
import { createKlaro } from './klaro.js'
import { createTarteaucitron } from './tarteaucitron.js'
import { createTcf } from './tcf.js'
import { createWpConsentApi } from './wp-consent-api.js'

type Raised = [name: string, at: 'window' | 'document']

/** Creates a platform that stores the answer in a cookie, adds globals to the page, and raises events. */
interface Platform {
  cookie: string
  /** Adds the parts that the page has before the script loads. */
  before?: Record<string, unknown>
  /** @param reads the stored answer from the cookie */
  globals(is: { answered(): boolean; yes(): boolean }): Record<string, unknown>
  /** @param answer undefined: the shopper has not answered yet */
  loaded?(answer: string | undefined): Raised[]
  chosen(answer: 'yes' | 'no', isFirst: boolean): Raised[]
}

const toEmulator =
  ({ cookie, before, globals, loaded = () => [], chosen }: Platform): CreateEmulator =>
  ({ kept, set, raise }) => {
    const is = { answered: () => kept.has(cookie), yes: () => kept.get(cookie) === 'yes' }
    const put = (values: Record<string, unknown> = {}) => {
      for (const [name, value] of Object.entries(values)) set(name, value)
    }
    const announce = (events: Raised[]) => {
      put(globals(is))
      for (const event of events) raise(...event)
    }
    return {
      begin: () => put(before),
      load: () => announce(loaded(kept.get(cookie))),
      choose(choice) {
        const isFirst = !is.answered()
        kept.set(cookie, choice)
        announce(chosen(choice, isFirst))
      },
    }
  }

/** Borlabs Cookie 3: `Consents.hasConsent()` as its own Tag Manager template calls it, and the events that integrations listen to (November 2026). */
const borlabs: Platform = {
  cookie: 'borlabs-cookie',
  globals: ({ yes }) => ({
    BorlabsCookie: { Consents: { hasConsent: (name: string) => name === 'ringup' && yes() } },
  }),
  loaded: () => [['borlabs-cookie-after-init', 'window']],
  chosen: () => [['borlabs-cookie-consent-saved', 'document']],
}

/** Cookie-Script, as its pages on custom events and functions describe it (help.cookie-script.com, November 2026). */
const cookieScript: Platform = {
  cookie: 'CookieScriptConsent',
  globals({ answered, yes }) {
    const currentState = () => {
      if (yes()) return { action: 'accept', categories: ['strict', 'performance', 'targeting'] }
      return answered() ? { action: 'reject', categories: [] } : { categories: [] }
    }
    return { CookieScript: { instance: { currentState } } }
  },
  loaded: () => [['CookieScriptLoaded', 'window']],
  chosen: (answer) =>
    (answer === 'yes' ? ['CookieScriptAccept', 'CookieScriptAcceptAll'] : ['CookieScriptReject']).map(atWindow),
}

/** Cookiebot, as its developer page describes properties and events (cookiebot.com/en/developer, November 2026). */
const cookiebot: Platform = {
  cookie: 'CookieConsent',
  globals: ({ answered, yes }) => ({
    Cookiebot: { hasResponse: answered(), consent: { necessary: true, marketing: yes() } },
  }),
  loaded: toCookiebotEvents,
  chosen: toCookiebotEvents,
}

function toCookiebotEvents(answer: string | undefined): Raised[] {
  const events = answer ? [answer === 'yes' ? 'CookiebotOnAccept' : 'CookiebotOnDecline'] : []
  return ['CookiebotOnConsentReady', ...events].map(atWindow)
}

/** CookieConsent 3.1 by Orest Bida, as its callbacks' page describes it; the real one is in test/browser/consent-banner.spec.ts. */
const cookieconsent: Platform = {
  cookie: 'cc_cookie',
  globals: ({ answered, yes }) => ({
    CookieConsent: { validConsent: answered, acceptedCategory: (name: string) => name === 'marketing' && yes() },
  }),
  loaded: (answer) => (answer ? [['cc:onConsent', 'window']] : []),
  chosen: (_answer, isFirst) => (isFirst ? ['cc:onFirstConsent', 'cc:onConsent'] : ['cc:onChange']).map(atWindow),
}

/** CookieFirst, as its public API's page describes it (support.cookiefirst.com, November 2026): before an answer `consent` is null. */
const cookiefirst: Platform = {
  cookie: 'cookiefirst-consent',
  globals: ({ answered, yes }) => ({
    CookieFirst: { consent: answered() ? { necessary: true, advertising: yes() } : null },
  }),
  loaded: () => [['cf_init', 'window']],
  chosen: () => [['cf_consent', 'window']],
}

/** CookieYes, as its pages on getCkyConsent() and on its events describe it (cookieyes.com/documentation, November 2026). */
const cookieyes: Platform = {
  cookie: 'cookieyes-consent',
  globals: ({ answered, yes }) => ({
    getCkyConsent: () => ({
      activeLaw: 'gdpr',
      categories: { necessary: true, advertisement: yes() },
      isUserActionCompleted: answered(),
    }),
  }),
  loaded: () => [['cookieyes_banner_load', 'document']],
  chosen: () => [['cookieyes_consent_update', 'document']],
}

/** OneTrust, as its events guide describes it (developer.onetrust.com, November 2026): the event comes at each load too. */
const onetrust: Platform = {
  cookie: 'OptanonConsent',
  before: { OneTrust: { geolocationResponse: {} } },
  globals: ({ answered, yes }) => ({
    OneTrust: { IsAlertBoxClosed: answered },
    OnetrustActiveGroups: yes() ? ',C0001,C0004,' : ',C0001,C00041,',
  }),
  loaded: () => [['OneTrustGroupsUpdated', 'window']],
  chosen: () => [['OneTrustGroupsUpdated', 'window']],
}

/** Shopify's Customer Privacy API in the European Union (shopify.dev/docs/api/customer-privacy, November 2026): a returning shopper is announced by no event. */
const shopify: Platform = {
  cookie: '_tracking_consent',
  before: { Shopify: { loadFeatures: () => {} } },
  globals({ answered, yes }) {
    const marketing = () => (answered() ? (yes() ? 'yes' : 'no') : '')
    const currentVisitorConsent = () => ({ marketing: marketing(), analytics: marketing() })
    return { Shopify: { customerPrivacy: { marketingAllowed: yes, currentVisitorConsent } } }
  },
  chosen: () => [['visitorConsentCollected', 'document']],
}

/** Usercentrics V2, as walkerOS's adapter documents its getter and its events (August 2026). */
const usercentrics2: Platform = {
  cookie: 'uc_settings',
  globals({ answered, yes }) {
    const toService = (categorySlug: string, status: boolean) => {
      const page = { type: 'implicit', status: false }
      const history = answered() ? [page, { type: 'explicit', status }] : [page]
      return { categorySlug, consent: { status, history } }
    }
    const getServicesBaseInfo = () => [
      toService('essential', true),
      toService('marketing', yes()),
      toService('marketing', yes()),
    ]
    return { UC_UI: { isInitialized: () => true, getServicesBaseInfo } }
  },
  loaded: () => [['UC_UI_INITIALIZED', 'window']],
  chosen: () => [['UC_UI_CMP_EVENT', 'window']],
}

/** Usercentrics V3 (docs.usercentrics.com/cmp_v3, November 2026): its functions answer with promises, its event tells views too. */
const usercentrics3: Platform = {
  cookie: 'ucData',
  globals: ({ answered, yes }) => ({
    __ucCmp: {
      isInitialized: async () => true,
      getConsentDetails: async () => ({
        consent: { type: answered() ? 'EXPLICIT' : 'IMPLICIT' },
        categories: { marketing: { state: yes() ? 'ALL_ACCEPTED' : 'ALL_DENIED' } },
      }),
    },
  }),
  // If the answer is missing, the event is CMP_SHOWN.
  loaded: (answer) => ['UC_UI_INITIALIZED', ...(answer ? [] : ['UC_UI_CMP_EVENT'])].map(atWindow),
  chosen: () => [['UC_UI_CMP_EVENT', 'window']],
}

function atWindow(name: string): Raised {
  return [name, 'window']
}

const PLATFORMS: Record<string, Platform> = {
  ...{ borlabs, 'cookie-script': cookieScript, cookiebot, cookieconsent, cookiefirst, cookieyes, onetrust, shopify },
  ...{ 'usercentrics-2': usercentrics2, 'usercentrics-3': usercentrics3 },
}

export const CONSENT_EMULATORS: Record<string, CreateEmulator> = {
  ...Object.fromEntries(Object.entries(PLATFORMS).map(([name, platform]) => [name, toEmulator(platform)])),
  complianz: createComplianz,
  didomi: createDidomi,
  'google-consent-mode': createGoogleConsentMode,
  klaro: createKlaro,
  tarteaucitron: createTarteaucitron,
  tcf: createTcf,
  'wp-consent-api': createWpConsentApi,
}

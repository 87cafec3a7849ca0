/** The emulator of each consent platform, by the name of its recipe: what the platform does in a tab of a shopper's browser. */

type Raised = [name: string, at: 'window' | 'document']

/** One page in one tab. Tabs of one browser share the platforms' cookies. */
export interface Tab {
  /** The shop's cookies, as `document.cookie` shows them. */
  kept: Map<string, string>
  /** Makes a global of this page. */
  set(name: string, value: unknown): void
  /** Raises an event that does not bubble. */
  raise(...event: Raised): void
}

interface ConsentEmulator {
  /** Adds the parts that the page has before the platform's script loads, or if the script is blocked. */
  begin?(): void
  /** Loads the platform's script. It reads the shopper's earlier choice, or asks. */
  load(): void
  /** Answers as the shopper does. */
  choose(choice: 'yes' | 'no'): void
}

export type CreateEmulator = (tab: Tab) => ConsentEmulator

/** Creates a platform that stores the answer in a cookie, adds globals to the page, and raises events. */
interface Platform {
  cookie: string
  /** The values of the cookie; by default `yes` and `no`. */
  words?: { yes: string; no: string }
  /** Adds the parts that the page has before the script loads. */
  before?(read: (name: string) => string): Record<string, unknown>
  /** @param is reads the stored answer from the cookie */
  globals(is: { answered(): boolean; yes(): boolean }): Record<string, unknown>
  /** @param answer undefined: the shopper has not answered yet */
  loaded?(answer: string | undefined): Raised[]
  chosen(answer: 'yes' | 'no', isFirst: boolean): Raised[]
}

const toEmulator =
  ({
    cookie,
    words = { yes: 'yes', no: 'no' },
    before,
    globals,
    loaded = () => [],
    chosen,
  }: Platform): CreateEmulator =>
  ({ kept, set, raise }) => {
    const is = { answered: () => kept.has(cookie), yes: () => kept.get(cookie) === words.yes }
    const put = (values: Record<string, unknown> = {}) => {
      for (const [name, value] of Object.entries(values)) set(name, value)
    }
    const announce = (events: Raised[]) => {
      put(globals(is))
      for (const event of events) raise(...event)
    }
    return {
      begin: () => put(before?.((name) => kept.get(name) ?? '')),
      load: () => announce(loaded(kept.get(cookie))),
      choose(choice) {
        const isFirst = !is.answered()
        kept.set(cookie, words[choice])
        announce(chosen(choice, isFirst))
      },
    }
  }

/** Complianz 7.2.0 (cookiebanner/js/complianz.js). Until the region is known, it grants consent to every shopper. */
const complianz: Platform = {
  cookie: 'cmplz_marketing',
  words: { yes: 'allow', no: 'deny' },
  before: (read) => ({
    cmplz_get_cookie: (category: string) => read(`cmplz_${category}`),
    cmplz_has_consent: (category: string) => read(`cmplz_${category}`) !== 'deny',
  }),
  globals: ({ yes }) => ({ wp_consent_type: 'optin', cmplz_has_consent: yes }),
  loaded: () => [['cmplz_cookie_banner_data', 'document']],
  chosen: () => Array(3).fill(['cmplz_status_change', 'document']), // one for each category
}

/**
 * The plug-in WP Consent API 1.0.8 (assets/js/wp-consent-api.js), with a banner that sets the type when it has loaded. Without a banner
 * the plug-in grants consent to every shopper.
 */
const wpConsentApi: Platform = {
  cookie: 'wp_consent_marketing',
  words: { yes: 'allow', no: 'deny' },
  before: (read) => ({ wp_fallback_consent_type: '', consent_api_get_cookie: read, wp_has_consent: () => true }),
  globals: ({ yes }) => ({ wp_consent_type: 'optin', wp_has_consent: yes }),
  loaded: () => [['wp_consent_type_defined', 'document']],
  chosen: () => [['wp_listen_for_consent_change', 'document']],
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
  before: () => ({ OneTrust: { geolocationResponse: {} } }),
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
  before: () => ({ Shopify: { loadFeatures: () => {} } }),
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

/** Didomi, as its web SDK's reference describes it (developers.didomi.io, November 2026). */
const createDidomi: CreateEmulator = ({ kept, set }) => {
  const listeners: (() => void)[] = []
  const waiting: ((didomi: object) => void)[] = []
  const answer = () => kept.get('didomi_token')
  const didomi = {
    isConsentRequired: () => true,
    on: (_event: string, listener: () => void) => listeners.push(listener),
    getUserStatus: () => ({
      purposes: {
        consent: { enabled: answer() === 'yes' ? ['cookies'] : [], disabled: answer() === 'no' ? ['cookies'] : [] },
      },
    }),
  }
  return {
    begin: () => set('didomiOnReady', waiting),
    load() {
      for (const callback of waiting) callback(didomi)
      set('didomiOnReady', { push: (callback: (ready: object) => void) => callback(didomi) })
    },
    choose(choice) {
      kept.set('didomi_token', choice)
      for (const listener of listeners) listener()
    },
  }
}

/** A banner that sets Google Consent Mode v2 with gtag(), as Google's guide for one's own banner has it (November 2026). */
const createGoogleConsentMode: CreateEmulator = ({ kept, set }) => {
  const layer: unknown[] = []
  function gtag(..._: unknown[]) {
    // biome-ignore lint/complexity/noArguments: this is the wire of gtag()
    layer.push(arguments)
  }
  const announce = () => {
    const answer = kept.get('banner')
    const value = answer === 'yes' ? 'granted' : 'denied'
    if (answer) gtag('consent', 'update', { ad_storage: value, ad_user_data: value })
    gtag('consent', 'update', { security_storage: 'granted' })
  }
  return {
    begin() {
      set('dataLayer', layer)
      gtag('consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied', wait_for_update: 500 })
    },
    load: announce,
    choose(choice) {
      kept.set('banner', choice)
      announce()
    },
  }
}

/** Klaro 0.7.22 with a service "ringup": a switch of its dialog changes `consents` before anything is saved. */
const createKlaro: CreateEmulator = ({ kept, set }) => {
  const watchers: { update(): void }[] = []
  const toConsents = () => ({ ringup: kept.get('klaro') === 'yes' })
  const manager = {
    confirmed: false,
    consents: {},
    savedConsents: {},
    watch: (watcher: { update(): void }) => watchers.push(watcher),
  }
  const notify = () => watchers.forEach((watcher) => void watcher.update())
  return {
    load() {
      Object.assign(manager, { confirmed: kept.has('klaro'), consents: toConsents(), savedConsents: toConsents() })
      set('klaro', { getManager: () => manager })
    },
    choose(choice) {
      manager.consents = { ringup: true }
      notify()
      kept.set('klaro', choice)
      Object.assign(manager, { confirmed: true, consents: toConsents(), savedConsents: toConsents() })
      notify()
    },
  }
}

/** tarteaucitron 1.34 with a service "ringup"; it says "loaded" before its state does. */
const createTarteaucitron: CreateEmulator = ({ kept, set, raise }) => {
  const state: Record<string, boolean> = {}
  const keep = (answer: string) => {
    if (answer === 'yes' && state.ringup === undefined) raise('ringup_loaded', 'document')
    state.ringup = answer === 'yes'
  }
  return {
    load() {
      set('tarteaucitron', { state })
      const answer = kept.get('tarteaucitron')
      if (answer) keep(answer)
      raise('ringup_added', 'document')
    },
    choose(choice) {
      kept.set('tarteaucitron', choice)
      keep(choice)
      raise(choice === 'yes' ? 'ringup_allowed' : 'ringup_disallowed', 'document')
    },
  }
}

type Listener = (data: object, isKnown: boolean) => void

/** A banner that speaks the IAB's CMP API 2.2 ("IAB Tech Lab - CMP API v2"): the page's stub keeps commands until it has loaded. */
const createTcf: CreateEmulator = ({ kept, set }) => {
  const listeners: Listener[] = []
  let status: string | undefined
  const toData = (eventStatus: string) => ({
    gdprApplies: true,
    eventStatus,
    purpose: { consents: { 1: kept.get('euconsent-v2') === 'yes' } },
    publisher: { consents: {} },
  })
  const announce = (eventStatus: string) => {
    status = eventStatus
    for (const listener of listeners) listener(toData(eventStatus), true)
  }
  return {
    begin: () =>
      set('__tcfapi', (command: string, _version: number, listener: Listener) => {
        if (command !== 'addEventListener') return
        listeners.push(listener)
        if (status) listener(toData(status), true)
      }),
    load: () => announce(kept.has('euconsent-v2') ? 'tcloaded' : 'cmpuishown'),
    choose(choice) {
      announce('cmpuishown')
      kept.set('euconsent-v2', choice)
      announce('useractioncomplete')
    },
  }
}

const PLATFORMS: Record<string, Platform> = {
  ...{ borlabs, complianz, cookiebot, cookieconsent, cookiefirst, cookieyes, onetrust, shopify },
  ...{ 'cookie-script': cookieScript, 'usercentrics-2': usercentrics2, 'usercentrics-3': usercentrics3 },
  'wp-consent-api': wpConsentApi,
}

export const CONSENT_EMULATORS: Record<string, CreateEmulator> = {
  ...Object.fromEntries(Object.entries(PLATFORMS).map(([name, platform]) => [name, toEmulator(platform)])),
  didomi: createDidomi,
  'google-consent-mode': createGoogleConsentMode,
  klaro: createKlaro,
  tarteaucitron: createTarteaucitron,
  tcf: createTcf,
}

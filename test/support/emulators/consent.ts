/** The behaviour of each consent platform in a tab of a shopper's browser, by the name of its recipe. */

type Choice = 'yes' | 'no'

/** One page in one tab. Tabs of one browser share the platforms' cookies. */
export interface Tab {
  /** The shop's cookies, as `document.cookie` shows them. */
  kept: Map<string, string>
  /** Makes a global of this page. */
  set(name: string, value: unknown): void
  /** Raises an event that does not bubble: `window cf_init`, `document cc:onChange`. */
  raise(event: string): void
}

export interface Platform {
  /** Adds the parts that the page has before the platform's script loads, or if the script is blocked. */
  begin?(): void
  /** Loads the platform's script. It reads the shopper's earlier choice, or asks. */
  load(): void
  choose(choice: Choice): void
}

type Globals = Record<string, unknown>

/** The shopper's answer, as the cookie has it now. */
interface Answer {
  answered(): boolean
  yes(): boolean
}

interface Cookie {
  cookie: string
  /** The values for yes and no. */
  words?: Record<Choice, string>
  /** The globals that the page has before the script loads. */
  before?: (read: (name: string) => string) => Globals
}

/** A platform that stores the answer in a cookie, adds globals to the page, and raises events at its load and for each answer. */
const create =
  (
    { cookie, words = { yes: 'yes', no: 'no' }, before }: Cookie,
    loaded: (answer: string | undefined) => string[],
    chosen: (answer: Choice, isFirst: boolean) => string[],
    globals: (answer: Answer) => Globals,
  ) =>
  ({ kept, set, raise }: Tab): Platform => {
    const put = (values: Globals = {}) => Object.entries(values).forEach(([name, value]) => void set(name, value))
    const announce = (events: string[]) => {
      put(globals({ answered: () => kept.has(cookie), yes: () => kept.get(cookie) === words.yes }))
      events.forEach(raise)
    }
    return {
      begin: () => put(before?.((name) => kept.get(name) ?? '')),
      load: () => announce(loaded(kept.get(cookie))),
      choose(choice) {
        const isFirst = !kept.has(cookie)
        kept.set(cookie, words[choice])
        announce(chosen(choice, isFirst))
      },
    }
  }

/** The same events for each answer. */
const always =
  (...events: string[]) =>
  () =>
    events

const toCookiebotEvents = (answer: string | undefined) => [
  'window CookiebotOnConsentReady',
  ...(answer ? [answer === 'yes' ? 'window CookiebotOnAccept' : 'window CookiebotOnDecline'] : []),
]

type Listener = (data: object, isKnown: boolean) => void

export const CONSENT_EMULATORS: Record<string, (tab: Tab) => Platform> = {
  /** Borlabs Cookie 3: `Consents.hasConsent()` and events, as its own integrations use them (November 2026). */
  borlabs: create(
    { cookie: 'borlabs-cookie' },
    always('window borlabs-cookie-after-init'),
    always('document borlabs-cookie-consent-saved'),
    ({ yes }) => ({ BorlabsCookie: { Consents: { hasConsent: (name: string) => name === 'ringup' && yes() } } }),
  ),

  /** Complianz 7.2.0 (cookiebanner/js/complianz.js). Until the region is known, it grants consent to every shopper. */
  complianz: create(
    {
      cookie: 'cmplz_marketing',
      words: { yes: 'allow', no: 'deny' },
      before: (read) => ({
        cmplz_get_cookie: (category: string) => read(`cmplz_${category}`),
        cmplz_has_consent: (category: string) => read(`cmplz_${category}`) !== 'deny',
      }),
    },
    always('document cmplz_cookie_banner_data'),
    () => Array(3).fill('document cmplz_status_change'), // one for each category
    ({ yes }) => ({ wp_consent_type: 'optin', cmplz_has_consent: yes }),
  ),

  /** Cookie-Script, as its pages on custom events and functions describe it (help.cookie-script.com, November 2026). */
  'cookie-script': create(
    { cookie: 'CookieScriptConsent' },
    always('window CookieScriptLoaded'),
    (answer) =>
      answer === 'yes' ? ['window CookieScriptAccept', 'window CookieScriptAcceptAll'] : ['window CookieScriptReject'],
    ({ answered, yes }) => {
      const currentState = () => {
        if (yes()) return { action: 'accept', categories: ['strict', 'performance', 'targeting'] }
        return answered() ? { action: 'reject', categories: [] } : { categories: [] }
      }
      return { CookieScript: { instance: { currentState } } }
    },
  ),

  /** Cookiebot, as its developer page describes properties and events (cookiebot.com/en/developer, November 2026). */
  cookiebot: create({ cookie: 'CookieConsent' }, toCookiebotEvents, toCookiebotEvents, ({ answered, yes }) => ({
    Cookiebot: { hasResponse: answered(), consent: { necessary: true, marketing: yes() } },
  })),

  /** CookieConsent 3.1 by Orest Bida, as its callbacks' page describes it. The real one is in test/browser/consent-banner.spec.ts. */
  cookieconsent: create(
    { cookie: 'cc_cookie' },
    (answer) => (answer ? ['window cc:onConsent'] : []),
    (_answer, isFirst) => (isFirst ? ['window cc:onFirstConsent', 'window cc:onConsent'] : ['window cc:onChange']),
    ({ answered, yes }) => ({
      CookieConsent: { validConsent: answered, acceptedCategory: (name: string) => name === 'marketing' && yes() },
    }),
  ),

  /** CookieFirst, as its public API's page describes it (support.cookiefirst.com, November 2026): before an answer `consent` is null. */
  cookiefirst: create(
    { cookie: 'cookiefirst-consent' },
    always('window cf_init'),
    always('window cf_consent'),
    ({ answered, yes }) => ({
      CookieFirst: { consent: answered() ? { necessary: true, advertising: yes() } : null },
    }),
  ),

  /** CookieYes, as its pages on getCkyConsent() and on its events describe it (cookieyes.com/documentation, November 2026). */
  cookieyes: create(
    { cookie: 'cookieyes-consent' },
    always('document cookieyes_banner_load'),
    always('document cookieyes_consent_update'),
    ({ answered, yes }) => ({
      getCkyConsent: () => ({
        activeLaw: 'gdpr',
        categories: { necessary: true, advertisement: yes() },
        isUserActionCompleted: answered(),
      }),
    }),
  ),

  /** OneTrust, as its events guide describes it (developer.onetrust.com, November 2026): each load has the event too. */
  onetrust: create(
    { cookie: 'OptanonConsent', before: () => ({ OneTrust: { geolocationResponse: {} } }) },
    always('window OneTrustGroupsUpdated'),
    always('window OneTrustGroupsUpdated'),
    ({ answered, yes }) => ({
      OneTrust: { IsAlertBoxClosed: answered },
      OnetrustActiveGroups: yes() ? ',C0001,C0004,' : ',C0001,C00041,',
    }),
  ),

  /** Shopify's Customer Privacy API in the European Union (shopify.dev/docs/api/customer-privacy, November 2026): no event at a load. */
  shopify: create(
    { cookie: '_tracking_consent', before: () => ({ Shopify: { loadFeatures: () => {} } }) },
    always(),
    always('document visitorConsentCollected'),
    ({ answered, yes }) => {
      const marketing = () => (answered() ? (yes() ? 'yes' : 'no') : '')
      const currentVisitorConsent = () => ({ marketing: marketing(), analytics: marketing() })
      return { Shopify: { customerPrivacy: { marketingAllowed: yes, currentVisitorConsent } } }
    },
  ),

  /** Usercentrics V2, as walkerOS's adapter documents its getter and its events (August 2026). */
  'usercentrics-2': create(
    { cookie: 'uc_settings' },
    always('window UC_UI_INITIALIZED'),
    always('window UC_UI_CMP_EVENT'),
    ({ answered, yes }) => {
      const toService = (categorySlug: string, status: boolean) => {
        const page = { type: 'implicit', status: false }
        const history = answered() ? [page, { type: 'explicit', status }] : [page]
        return { categorySlug, consent: { status, history } }
      }
      const services = () => [['essential', true] as const, ...Array(2).fill(['marketing', yes()] as const)]
      const getServicesBaseInfo = () => services().map(([slug, status]) => toService(slug, status))
      return { UC_UI: { isInitialized: () => true, getServicesBaseInfo } }
    },
  ),

  /** Usercentrics V3 (docs.usercentrics.com/cmp_v3, November 2026): its functions return promises, and its event reports views too. */
  'usercentrics-3': create(
    { cookie: 'ucData' },
    (answer) => ['window UC_UI_INITIALIZED', ...(answer ? [] : ['window UC_UI_CMP_EVENT'])], // CMP_SHOWN
    always('window UC_UI_CMP_EVENT'),
    ({ answered, yes }) => ({
      __ucCmp: {
        isInitialized: async () => true,
        getConsentDetails: async () => ({
          consent: { type: answered() ? 'EXPLICIT' : 'IMPLICIT' },
          categories: { marketing: { state: yes() ? 'ALL_ACCEPTED' : 'ALL_DENIED' } },
        }),
      },
    }),
  ),

  /**
   * The plug-in WP Consent API 1.0.8 (assets/js/wp-consent-api.js), with a banner that sets the type when it has loaded. Without a banner
   * the plug-in grants consent to every shopper.
   */
  'wp-consent-api': create(
    {
      cookie: 'wp_consent_marketing',
      words: { yes: 'allow', no: 'deny' },
      before: (read) => ({
        wp_fallback_consent_type: '',
        consent_api_get_cookie: read,
        wp_has_consent: () => true,
      }),
    },
    always('document wp_consent_type_defined'),
    always('document wp_listen_for_consent_change'),
    ({ yes }) => ({ wp_consent_type: 'optin', wp_has_consent: yes }),
  ),

  /** Didomi, as its web SDK's reference describes it (developers.didomi.io, November 2026). */
  didomi({ kept, set }) {
    const listeners: (() => void)[] = []
    const waiting: ((didomi: object) => void)[] = []
    const cookiesIf = (answer: Choice) => (kept.get('didomi_token') === answer ? ['cookies'] : [])
    const didomi = {
      isConsentRequired: () => true,
      on: (_event: string, listener: () => void) => listeners.push(listener),
      getUserStatus: () => ({ purposes: { consent: { enabled: cookiesIf('yes'), disabled: cookiesIf('no') } } }),
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
  },

  /** A banner that sets Google Consent Mode v2 with gtag(), as Google's guide for one's own banner has it (November 2026). */
  'google-consent-mode'({ kept, set }) {
    const layer: unknown[] = []
    function gtag(..._: unknown[]) {
      // biome-ignore lint/complexity/noArguments: this is the wire of gtag()
      layer.push(arguments)
    }
    const load = () => {
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
      load,
      choose(choice) {
        kept.set('banner', choice)
        load()
      },
    }
  },

  /** Klaro 0.7.22 with a service "ringup": a switch of its dialog changes `consents` before anything is saved. */
  klaro({ kept, set }) {
    const watchers: { update(): void }[] = []
    const toSaved = () => {
      const ringup = kept.get('klaro') === 'yes'
      return { confirmed: kept.has('klaro'), consents: { ringup }, savedConsents: { ringup } }
    }
    const watch = (watcher: { update(): void }) => watchers.push(watcher)
    const manager = { confirmed: false, consents: {}, savedConsents: {}, watch }
    const notify = () => watchers.forEach((watcher) => void watcher.update())
    return {
      load() {
        Object.assign(manager, toSaved())
        set('klaro', { getManager: () => manager })
      },
      choose(choice) {
        manager.consents = { ringup: true }
        notify()
        kept.set('klaro', choice)
        Object.assign(manager, toSaved())
        notify()
      },
    }
  },

  /** tarteaucitron 1.34 with a service "ringup". It raises "loaded" before its state changes. */
  tarteaucitron({ kept, set, raise }) {
    const state: Record<string, boolean> = {}
    const keep = (answer: string) => {
      if (answer === 'yes' && state.ringup === undefined) raise('document ringup_loaded')
      state.ringup = answer === 'yes'
    }
    return {
      load() {
        set('tarteaucitron', { state })
        const answer = kept.get('tarteaucitron')
        if (answer) keep(answer)
        raise('document ringup_added')
      },
      choose(choice) {
        kept.set('tarteaucitron', choice)
        keep(choice)
        raise(choice === 'yes' ? 'document ringup_allowed' : 'document ringup_disallowed')
      },
    }
  },

  /** A banner with the IAB's CMP API 2.2 ("IAB Tech Lab - CMP API v2"). The page's stub keeps commands until the banner has loaded. */
  tcf({ kept, set }) {
    const listeners: Listener[] = []
    let status: string | undefined
    const toData = (eventStatus: string) => ({
      ...{ gdprApplies: true, eventStatus, publisher: { consents: {} } },
      purpose: { consents: { 1: kept.get('euconsent-v2') === 'yes' } },
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
  },
}

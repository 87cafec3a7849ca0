/** What there is to copy. */
import { STUB } from '../../src/recipes/stub.js'
import { type Choices, type Platform, type Selectors, SOURCES, type Source } from './choices.js'

/** Of the built ringup.js: known when the page is built. */
export interface SnippetFile {
  version: string
  /** Its name with version and hash, under which it never changes. */
  file: string
  /** For the tag's `integrity`. */
  integrity: string
  /** Compressed, as shoppers load it. */
  brotliBytes: number
  /** For `script-src`, of STUB. */
  stubHash: string
}

export { STUB }

/** Where the order may be, by platform: a tag of the tag manager hands over the data layer or its own variables. */
export const SOURCES_OF: Record<Platform, readonly Source[]> = {
  'script-tag': SOURCES,
  'tag-manager': ['ga4', 'call'],
  shopify: [],
}

const isOwnOrigin = ({ origin, endpoint }: Choices) => URL.canParse(endpoint) && new URL(endpoint).origin === origin

const toPath = (address: string) => (URL.canParse(address) ? new URL(address).pathname.replace(/\/+$/, '') : '')

/**
 * A tag of the shop's own is on its pages. Then the browser checks the hash, not of what a tag manager or a theme loads; and
 * marked forms are heard, not by a script that a tag manager loads when it has an order to report.
 */
export const isChecked = ({ platform, onPage }: Choices) =>
  platform === 'script-tag' || (platform === 'tag-manager' && onPage !== '')

/** The name with the hash goes with the hash; without one the name stays the same from version to version. */
const toScriptAddress = (choices: Choices, { file }: SnippetFile) =>
  `${choices.endpoint}/${isChecked(choices) ? file : 'ringup.js'}`

/** Where events go: without a setting the script's own folder, which ends in a slash. */
const toEventAddress = (choices: Choices) => (isOwnOrigin(choices) ? `${choices.endpoint}/` : choices.endpoint)

/** Settings of the tag that belong to the source. */
function toSourceSettings({ source, event, dataLayer, selectors }: Choices): Record<string, string> {
  const ofLayer = { 'convert-on': event, ...(dataLayer !== 'dataLayer' && { 'data-layer': dataLayer }) }
  const ofDom = { adapter: 'dom', 'convert-on': 'load' }
  const table: Record<Source, Record<string, string>> = {
    ga4: ofLayer,
    'universal-analytics': ofLayer,
    'json-ld': { adapter: 'json-ld', 'convert-on': 'load' },
    attributes: ofDom,
    selectors: { ...ofDom, selectors: JSON.stringify(toSelectors(selectors)) },
    call: {},
  }
  return table[source]
}

/** As the setting `selectors` has them. */
const toSelectors = ({ cart, each, item }: Selectors): object => ({
  ...cart,
  ...(each && { items: { each, ...item } }),
})

/** The script tag. */
export function toTag(choices: Choices, snippet: SnippetFile): string {
  const { email, value, decimal, consent, platform } = choices
  const isOwn = isOwnOrigin(choices)
  const address = toScriptAddress(choices, snippet)
  const settings: Record<string, string> = {
    ...(!isOwn && { endpoint: choices.endpoint }),
    // Whoever calls convert() itself wants no order reported twice.
    ...(platform === 'script-tag' && toSourceSettings(choices)),
    ...(email && { email }),
    ...(value && { value }),
    ...(decimal && { decimal }),
    ...(consent && { consent }),
  }
  const attributes = [
    ['src', isOwn ? new URL(address).pathname : address],
    ['integrity', snippet.integrity],
    ...(isOwn ? [] : [['crossorigin', 'anonymous']]),
    ...Object.entries(settings).map(([name, text]) => [`data-${name}`, text]),
  ]
  return `<script async\n${attributes.map(([name, text = '']) => `  ${name}=${quote(text)}`).join('\n')}></script>`
}

/** In the quotes that need the least escaping. */
function quote(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return escaped.includes('"') ? `'${escaped.replace(/'/g, '&#39;')}'` : `"${escaped}"`
}

/** The line before the tag, for pages that call before the script has loaded, and such a call. */
export const toStub = () => `<script>${STUB}</script>`

export const CALL_EXAMPLE = `<script>
convert({
  email: 'ada@example.com',
  cart_data: { order_number: '1001', cart_value: 5880 }, // whole cents
  cart_items: [{ product_id: 'MUG-1', item_qty: 2, price: 1299 }],
})
</script>`

export const toFormMark = ({ list }: Choices) => `data-add-to-list="${list}"`

/** Lines of a policy that has no room for them yet. */
export function toPolicy(choices: Choices, snippet: SnippetFile): string {
  const stub = usesStub(choices) ? ` '${snippet.stubHash}'` : ''
  return `script-src ${toScriptAddress(choices, snippet)}${stub}; connect-src ${toEventAddress(choices)}`
}

export const usesStub = ({ platform, source }: Choices) => platform === 'script-tag' && source === 'call'

/** The proxy's settings; secrets are for the server's file only, and stay empty. */
export function toEnvironment(choices: Choices, signUpFields: string[]): string {
  const { origin, apiUrl, list, listId, platform, endpoint } = choices
  const more = signUpFields.filter((field) => field !== 'email')
  const isUsual = more.every((field) => field === 'first_name' || field === 'last_name')
  const path = toPath(endpoint)
  return [
    '# Holds keys: chmod 600, and never into a repository or an image.',
    `RINGUP_API_URL=${apiUrl}`,
    '# The whole value of the Authorization header',
    'RINGUP_API_AUTHORIZATION=',
    `RINGUP_ORIGINS=${origin}`,
    ...(list ? [`RINGUP_LISTS=${JSON.stringify({ [list]: { id: listId, ...(!isUsual && { fields: more }) } })}`] : []),
    ...(path && path !== '/ringup' ? [`RINGUP_PATH=${path}`] : []),
    '# openssl rand -base64 32',
    'RINGUP_KEY=',
    '# The web server in front of the proxy',
    'RINGUP_TRUSTED_HOPS=1',
    ...(platform === 'shopify'
      ? ['# The pixel runs in a sandboxed frame, which has no origin', 'RINGUP_ALLOW_OPAQUE_ORIGIN=1']
      : []),
  ].join('\n')
}

/** What is read, in words; what was found in the sample is named. */
export interface DataRead {
  order: string[]
  signUp: string[]
}

/** One script's entry in the inventory that PCI DSS 6.4.3 asks for. */
export function toInventory(choices: Choices, snippet: SnippetFile, { order, signUp }: DataRead): string {
  const { list, consent, platform } = choices
  const hash = isChecked(choices) ? 'checked by the browser (integrity attribute)' : NOT_CHECKED[platform]
  const host = URL.canParse(choices.endpoint) ? new URL(choices.endpoint).host : ''
  const rows: [string, string][] = [
    ['Script', `Ringup ${snippet.version}, ${toScriptAddress(choices, snippet)}`],
    ['Loaded by', LOADED_BY[platform]],
    ['Purpose', `Reports completed orders${list ? ' and newsletter sign-ups' : ''} to the shop’s marketing API`],
    [
      'Justification',
      'Business: orders have to reach the marketing system, which has to know who has bought what. Technical: the confirmation page knows it; the script sends it to the shop’s own proxy, which holds the API key',
    ],
    ['Authorised by', '(name, role, date)'],
    ['Integrity', `${snippet.integrity}; ${hash}`],
    ['Data read', [toOrderData(order), ...(list ? [toSignUpData(choices, signUp)] : [])].join('; ')],
    ['Never read', 'Payment data: password, hidden, file and card (cc-*) fields are passed over'],
    [
      'Kept in the browser',
      'Events until the proxy has them: 24 h an order, 72 h a sign-up; hashes of accepted orders',
    ],
    [
      'Consent',
      consent ? "Nothing is stored or sent before ringup.consent('granted')" : 'Not required by this installation',
    ],
    ['Hosts contacted', `${host} (the proxy), and no other`],
    [
      'Change',
      isChecked(choices)
        ? 'A new version has a new name and a new hash: authorise it anew, and change this entry with the tag'
        : 'A new version comes with the proxy, under the same address: authorise it anew, and change the hash here when the proxy is updated',
    ],
  ]
  return rows.map(([name, text]) => `${name}: ${text}.`).join('\n')
}

const LOADED_BY: Record<Platform, string> = {
  'script-tag': 'A script tag in the page',
  'tag-manager': 'Google Tag Manager, by the tag of the Ringup template',
  shopify: 'The theme (ringup.liquid); orders by a custom pixel, in Shopify’s sandbox and not on the payment page',
}

const NOT_CHECKED: Record<Platform, string> = {
  'script-tag': '',
  'tag-manager':
    'not checked by the browser, since a tag manager cannot give a hash: watch the file, or put the tag on the page',
  shopify: 'not checked by the browser: watch the file',
}

const toOrderData = (fields: string[]) =>
  `Of an order: ${fields.length > 0 ? fields.join(', ') : 'e-mail address, order number, value, promotion code, items with their prices and quantities'}`

const toSignUpData = ({ platform }: Choices, fields: string[]) =>
  `of a sign-up, ${fields.length > 0 ? `on submit: ${fields.join(', ')}` : SIGN_UP_DATA[platform]}`

/** Unless a form was tried. */
const SIGN_UP_DATA: Record<Platform, string> = {
  'script-tag': 'on submit: the named fields of forms marked data-add-to-list',
  'tag-manager': 'the variables that its tag names',
  shopify: 'on submit: e-mail address, first and last name of the theme’s newsletter forms',
}

/** What is clicked and filled in elsewhere; nothing for the script tag. */
export const toSteps: Record<Platform, (choices: Choices, snippet: SnippetFile) => string | undefined> = {
  'script-tag': () => undefined,
  'tag-manager': toTagManagerSteps,
  shopify: toShopifySteps,
}

function toTagManagerSteps(choices: Choices, snippet: SnippetFile): string {
  const { onPage, list, source, event, consent, endpoint } = choices
  const script = onPage
    ? ['Where the script comes from: It is already on the page']
    : [
        'Where the script comes from: This tag loads it',
        `Script address: ${toScriptAddress(choices, snippet)}`,
        ...(isOwnOrigin(choices) ? [] : [`Endpoint: ${endpoint}`]),
      ]
  const waiting = [`Consent required: ${consent ? 'ad_user_data' : 'nothing ticked'}`]
  const steps = [
    `Templates, Tag templates, New, then Import in the menu at the top right: dist/gtm/template.tpl.${onPage ? '' : `\n   Permissions, Injects scripts: ${endpoint}/* in place of https://*/ringup/*`}`,
    ...(onPage
      ? []
      : [
          [
            'Tags, New, Ringup. It sends what an earlier page has left:',
            'Tag type: Load on every page',
            ...script,
            ...waiting,
            'Trigger: Initialization - All Pages',
          ].join('\n   '),
        ]),
    [
      'Tags, New, Ringup:',
      'Tag type: Order',
      ...script,
      `Where the order comes from: ${source === 'call' ? 'Variables' : 'GA4 data layer'}`,
      ...waiting,
      'Additional consent checks: Not set, since the tag does its own waiting',
      `Trigger: the custom event ${event}`,
    ].join('\n   '),
    ...(consent
      ? [
          'Your consent banner sets ad_user_data to denied before that, for a type that nobody has set counts as granted.',
        ]
      : []),
    ...(list ? [`For sign-ups another tag. Tag type: Sign-up. List: ${list}. E-mail: a variable that has it.`] : []),
    'Preview, buy something, then Submit.',
  ]
  return steps.map((step, index) => `${index + 1}. ${step}`).join('\n')
}

function toShopifySteps({ consent }: Choices): string {
  return [
    '1. Online Store, Themes, Edit code: add ringup.liquid under Snippets, and the line for the theme',
    '   to layout/theme.liquid, before </head>.',
    '2. Settings, Customer events, Add custom pixel: paste custom-pixel.js, and fill in its first lines as below.',
    `   Customer privacy beside it: Permission ${consent ? 'Required, with Marketing ticked' : 'Not required'}.`,
    '3. Save, and then Connect: a pixel that is not connected sends nothing.',
  ].join('\n')
}

/** In the theme's layout. */
export function toThemeLine({ endpoint, list, consent }: Choices): string {
  const given = { endpoint, ...(list && { list }), ...(consent && { consent }) }
  return `{% render 'ringup', ${Object.entries(given)
    .map(([name, value]) => `${name}: '${value}'`)
    .join(', ')} %}`
}

/** The first lines of the custom pixel. */
export function toPixelSettings({ endpoint, list, consent }: Choices): string {
  const allowed = consent ? "['marketingAllowed']" : '[]'
  return `globalThis.RINGUP = {\n  endpoint: '${endpoint}',\n  list: '${list}',\n  consent: ${allowed},\n  debug: false,\n}`
}

/** Step 1: the one line for every page, and the platforms that need something else. */
import { quote } from '../contract/tag.js'
import { element } from '../examine/panel/element.js'
import type { Built } from './html.js'
import type { Known } from './known.js'
import { toBlock, toField, toHint, toNotice, toTodos } from './parts.js'
import type { SetupFile } from './proxy.js'

type ReadFile = (name: SetupFile) => Promise<string>

/** Ways to put the script on a page that have no recipe. */
const OTHERS = { other: 'Another, or I don’t know', shopify: 'Shopify', 'tag-manager': 'Google Tag Manager' }

export interface PlatformField {
  element: HTMLElement
  /** The recipe's name, or a word of OTHERS. */
  value(): string
}

/** The address may choose the platform, and sets nothing else. */
export function createPlatformField({ platforms }: Built, hash: string, onChange: () => void): PlatformField {
  const options = [
    ['other', OTHERS.other],
    ['shopify', OTHERS.shopify],
    ['tag-manager', OTHERS['tag-manager']],
    ...platforms.map(({ name, title }) => [name, title]),
  ]
  const wanted = new URLSearchParams(hash.replace(/^#/, '')).get('platform')
  const select = element(
    'select',
    { id: 'platform', 'aria-describedby': 'platform-hint', onchange: onChange },
    options.map(([value = '', text = '']) => element('option', { value }, text)),
  )
  select.value = options.some(([value]) => value === wanted) ? String(wanted) : 'other'
  const hint = 'Only to say where the line goes. Your page shows its platform in step 2.'
  return { element: toField('platform', 'Shop platform', select, hint), value: () => select.value }
}

/** The texts to paste, for the chosen platform. */
export async function toPaste(system: string, built: Built, known: Known, readFile: ReadFile): Promise<HTMLElement[]> {
  if (system === 'shopify') return toShopify(known, readFile)
  if (system === 'tag-manager') return toTagManager(known, readFile)
  const platform = built.platforms.find(({ name }) => name === system)
  const isWooCommerce = /^woocommerce/.test(system)
  return [
    ...(isWooCommerce ? toWebhooks('woocommerce', known) : []),
    toBlock({
      title: 'Line for every page',
      text: toTag(known),
      about: `Paste it ${platform?.paste ?? 'into the `<head>` of every page'}. It stays as it is: everything else is a setting at the proxy.`,
    }),
    ...(platform?.blocks ?? []).map(toBlock),
    ...(platform && platform.tried === undefined
      ? [
          toHint(
            'Ringup knows this platform from its templates. It was not tried in a running shop, so compare the first orders.',
          ),
        ]
      : []),
  ]
}

/** `data-debug` lets the examiner open on a page that this page opens. */
export function toTag({ origin, endpoint }: Pick<Known, 'origin' | 'endpoint'>): string {
  const isOwn = new URL(endpoint).origin === origin
  const address = isOwn ? new URL(endpoint).pathname : endpoint
  const elsewhere = isOwn ? '' : ` data-endpoint=${quote(endpoint)}`
  return `<script async src=${quote(`${address}/ringup.js`)}${elsewhere} data-debug="ask"></script>`
}

const WHY =
  'First, webhooks: the shop’s server then reports every order, also of shoppers whose browser blocks scripts. They ask no consent, so your privacy policy must name them.'

function toWebhooks(platform: 'shopify' | 'woocommerce', { endpoint, webhooks }: Known): HTMLElement[] {
  if (webhooks.includes(platform)) return [toNotice('good', 'The proxy has the secret of your webhooks.')]
  const address = `${endpoint}/webhooks/${platform}`
  const secret = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const todos =
    platform === 'shopify'
      ? [
          `Settings, Notifications, Webhooks, Create webhook: the event Order creation, the format JSON, and the URL \`${address}\`.`,
          'Copy the secret below the list into `ringup.env`, as `RINGUP_SHOPIFY_SECRET`. Restart the proxy.',
        ]
      : [
          `Add this line to \`ringup.env\`, and restart the proxy: \`RINGUP_WOOCOMMERCE_SECRET=${secret}\`.`,
          'WooCommerce, Settings, Advanced, Webhooks, Add webhook: one for the topic Order created, and one for Order updated.',
          `Both are active, with the delivery URL \`${address}\`, this secret, and the API version WP REST API Integration v3.`,
        ]
  return [toHint(WHY), toTodos(todos)]
}

async function toTagManager({ endpoint, lists }: Known, readFile: ReadFile): Promise<HTMLElement[]> {
  const todos = [
    `Templates, Tag templates, New, Import: \`template.tpl\`. Permissions, Injects scripts: \`${endpoint}/*\`.`,
    `Tags, New, Ringup, of the type Load on every page: the script address \`${endpoint}/ringup.js\`, and the box for the panel. Its trigger is Initialization - All Pages.`,
    'Tags, New, Ringup, of the type Order: the order comes from the GA4 data layer. Its trigger is the custom event `purchase`.',
    ...lists.map((list) => `Tags, New, Ringup, of the type Sign-up: the list \`${list}\`.`),
  ]
  const about = 'The tag template. Download it, and import it in Tag Manager.'
  return [
    toTodos(todos),
    toBlock({ title: 'template.tpl', text: await readFile('template.tpl'), about, file: 'template.tpl' }),
  ]
}

/** No path of Shopify's own addresses can lead to the proxy, so it has a subdomain. */
async function toShopify(known: Known, readFile: ReadFile): Promise<HTMLElement[]> {
  const { origin, lists, takesOpaqueOrigin } = known
  const isOwn = known.endpoint.startsWith(`${origin}/`)
  const endpoint = isOwn ? known.endpoint.replace('://', '://events.') : known.endpoint
  const [list = ''] = lists
  const settings = `globalThis.RINGUP = {\n  endpoint: '${endpoint}',\n  list: '${list}',\n  consent: ['marketingAllowed'],\n  debug: false,\n}\n`
  const pixel = (await readFile('custom-pixel.js')).replace(/^globalThis\.RINGUP = \{\n.*?^\}\n/ms, () => settings)
  const server = `Give the proxy the address \`${endpoint}\`. Add to \`ringup.env\`: \`RINGUP_ALLOW_OPAQUE_ORIGIN=1\`, and your \`myshopify.com\` address in \`RINGUP_ORIGINS\`.`
  const toFile = (file: SetupFile, text: string, about: string) => toBlock({ title: file, text, about, file })
  return [
    ...toWebhooks('shopify', { ...known, endpoint }),
    ...(takesOpaqueOrigin ? [] : [toTodos([server])]),
    toFile('ringup.liquid', await readFile('ringup.liquid'), 'Online Store, Themes, Edit code: add it under Snippets.'),
    toBlock({
      title: 'Line for the theme',
      text: `{% render 'ringup', endpoint: '${endpoint}'${list && `, list: '${list}'`} %}`,
      about: 'Paste it into `layout/theme.liquid`, before `</head>`.',
    }),
    toFile(
      'custom-pixel.js',
      pixel,
      'Settings, Customer events, Add custom pixel: paste it, save, and then Connect. Customer privacy, Permission: Required, with Marketing ticked.',
    ),
  ]
}

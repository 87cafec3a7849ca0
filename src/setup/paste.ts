/** Step 1: the one line for every page, and the texts and files that some platforms need. */
import { quote } from '../contract/tag.js'
import { element } from '../examine/panel/element.js'
import type { Built } from './html.js'
import type { Known } from './known.js'
import { toBlock, toField, toHint, toNotice } from './parts.js'

interface Guide {
  title: string
  about: string
  files: string[]
}

/** Platforms without a recipe, whose script is in files of ours. */
const GUIDES: Record<string, Guide> = {
  shopify: {
    title: 'Shopify',
    about:
      'The guide `src/shopify/README.md` lists the steps for these files. Step 2 cannot open Shopify’s checkout: place a test order, and look at the operator’s page.',
    files: ['custom-pixel.js', 'ringup.liquid'],
  },
  'tag-manager': {
    title: 'Google Tag Manager',
    about: 'The guide `src/gtm/README.md` lists the steps for this file. Tick the box for the panel: step 2 needs it.',
    files: ['template.tpl'],
  },
}

export interface PlatformField {
  element: HTMLElement
  /** The name of a recipe or of a guide, or `other`. */
  value(): string
}

/** The address may choose the platform, and sets nothing else. */
export function createPlatformField({ platforms }: Built, hash: string, onChange: () => void): PlatformField {
  const options = [
    ['other', 'Another, or I don’t know'],
    ...Object.entries(GUIDES).map(([name, { title }]) => [name, title]),
    ...platforms.map(({ name, title }) => [name, title]),
  ]
  const wanted = new URLSearchParams(hash.replace(/^#/, '')).get('platform')
  const select = element(
    'select',
    { id: 'platform', 'aria-describedby': 'platform-hint', onchange: onChange },
    options.map(([value = '', text = '']) => element('option', { value }, text)),
  )
  select.value = options.some(([value]) => value === wanted) ? String(wanted) : 'other'
  const hint = 'It says where the line goes, and which other lines some shops need. Step 2 recognises most platforms.'
  return { element: toField('platform', 'Shop platform', select, hint), value: () => select.value }
}

/** The texts to paste, for the chosen platform. */
export function toPaste(system: string, { platforms }: Built, known: Known): HTMLElement[] {
  const guide = GUIDES[system]
  const platform = platforms.find(({ name }) => name === system)
  const webhooks = /^(shopify|woocommerce)/.exec(system)?.[0]
  return [
    ...(webhooks ? toWebhooks(webhooks, known) : []),
    ...(guide ? toFiles(guide) : [toTagBlock(known, platform?.paste)]),
    ...(platform?.blocks ?? []).map(toBlock),
    ...(platform && platform.tried === undefined ? [toHint(NOT_TRIED)] : []),
  ]
}

const NOT_TRIED =
  'Ringup knows this platform from its templates. It was not tried in a running shop, so compare the first orders.'

const toTagBlock = (known: Known, place = 'into the `<head>` of every page') =>
  toBlock({
    title: 'Line for every page',
    text: toTag(known),
    about: `Paste it ${place}. It stays as it is: everything else is a setting at the proxy.`,
  })

/** `data-debug` lets the examiner open on a page that this page opens. */
export function toTag({ origin, endpoint }: Pick<Known, 'origin' | 'endpoint'>): string {
  const isOwn = new URL(endpoint).origin === origin
  const address = isOwn ? new URL(endpoint).pathname : endpoint
  const elsewhere = isOwn ? '' : ` data-endpoint=${quote(endpoint)}`
  return `<script async src=${quote(`${address}/ringup.js`)}${elsewhere} data-debug="ask"></script>`
}

const WHY =
  'First, webhooks: the shop’s server then reports every order, also of shoppers whose browser blocks scripts. They ask no consent, so your privacy policy must name them.'

function toWebhooks(platform: string, { endpoint, webhooks }: Known): HTMLElement[] {
  if (webhooks.includes(platform)) return [toNotice('good', 'The proxy has the secret of your webhooks.')]
  if (platform === 'shopify') return [toHint(WHY)] // the guide lists the steps
  const secret = {
    title: 'Secret for webhooks',
    text: `RINGUP_WOOCOMMERCE_SECRET=${crypto.randomUUID()}`,
    about: 'Add this line to `ringup.env`, and restart the proxy. WooCommerce gets the part after the sign `=`.',
  }
  const address = {
    title: 'Delivery URL',
    text: `${endpoint}/webhooks/woocommerce`,
    about:
      'WooCommerce, Settings, Advanced, Webhooks: add one for Order created and one for Order updated. Both are active, with this URL, the secret, and WP REST API Integration v3.',
  }
  return [toHint(WHY), toBlock(secret), toBlock(address)]
}

const toFiles = ({ about, files }: Guide): HTMLElement[] => [
  toHint(about),
  element(
    'div',
    { class: 'row' },
    files.map((file) => element('a', { class: 'button', download: file, href: `/setup/${file}` }, `Download ${file}`)),
  ),
]

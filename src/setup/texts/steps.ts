/** Clicks and fields in other systems: Tag Manager, and the admin of Shopify and WooCommerce. */
import type { Choices, Platform } from '../choices/choices.js'
import { isOwnOrigin, type SnippetFile, toScriptAddress } from './script.js'

/** One thing to do elsewhere: a sentence, in which text in backticks is code, and fields to fill in there, as "Name: value". */
export type Todo = [sentence: string, ...fields: string[]]

/** The steps in the system that loads the script; none for a tag on the page. */
export const toTodos: Record<Platform, (choices: Choices, snippet: SnippetFile) => Todo[]> = {
  'script-tag': () => [],
  'tag-manager': toTagManagerTodos,
  shopify: toShopifyTodos,
}

function toTagManagerTodos(choices: Choices, snippet: SnippetFile): Todo[] {
  const { lists, consent, endpoint, settings } = choices
  const waiting = `Consent required: ${consent ? 'ad_user_data' : 'nothing ticked'}`
  const script = [
    'Where the script comes from: This tag loads it',
    `Script address: ${toScriptAddress(choices, snippet)}`,
    ...(isOwnOrigin(choices) ? [] : [`Endpoint: ${endpoint}`]),
  ]
  const from = settings.convertOn === '' ? 'Variables' : 'GA4 data layer'
  const banner =
    'Your banner sets `ad_user_data` to denied before Initialization: a type that is never set counts as granted.'
  return [
    [
      'Templates, Tag templates, New, then Import in the menu at the top right: `template.tpl`, from below.',
      `Permissions, Injects scripts: ${endpoint}/* in place of https://*/ringup/*`,
    ],
    ...(consent ? [[banner] satisfies Todo] : []),
    [
      'Tags, New, Ringup. This tag sends what an earlier page has left:',
      'Tag type: Load on every page',
      ...script,
      waiting,
      'Trigger: Initialization - All Pages',
    ],
    [
      'Tags, New, Ringup:',
      'Tag type: Order',
      ...script,
      `Where the order comes from: ${from}`,
      waiting,
      'Additional consent checks: Not set, because the tag waits by itself',
      `Trigger: the custom event ${settings.convertOn || 'purchase'}`,
    ],
    ...lists.map(
      ({ name }): Todo => [
        'For sign-ups, another tag:',
        'Tag type: Sign-up',
        `List: ${name}`,
        'E-mail: a variable that has it',
      ],
    ),
    ['Preview, buy something, then Submit.'],
  ]
}

function toShopifyTodos({ consent }: Choices): Todo[] {
  return [
    [
      'Online Store, Themes, Edit code: add `ringup.liquid` under Snippets, and its line to `layout/theme.liquid`, before `</head>`.',
    ],
    [
      'Settings, Customer events, Add custom pixel: paste `custom-pixel.js`. Your settings are in it.',
      `Customer privacy, Permission: ${consent ? 'Required, with Marketing ticked' : 'Not required'}`,
    ],
    ['Save, and then Connect: a pixel that is not connected sends nothing.'],
  ]
}

/** The steps for the platform's own reports of orders. @param secret a new one, for WooCommerce */
export function toWebhookTodos(platform: 'shopify' | 'woocommerce', endpoint: string, secret: string): Todo[] {
  const address = `${endpoint}/webhooks/${platform}`
  return platform === 'shopify'
    ? [
        [
          'Settings, Notifications, Webhooks, Create webhook:',
          'Event: Order creation',
          'Format: JSON',
          `URL: ${address}`,
        ],
        ['Copy the secret below the list into `ringup.env`, as `RINGUP_SHOPIFY_SECRET`. Restart the proxy.'],
        ['Send test notification. The proxy’s log says `webhook_ignored`, `test_order`.'],
      ]
    : [
        [
          `Add this line to \`ringup.env\`, and restart the proxy: \`RINGUP_WOOCOMMERCE_SECRET=${secret}\`. The secret is new.`,
        ],
        [
          'WooCommerce, Settings, Advanced, Webhooks, Add webhook. Add two, one for each topic:',
          'Status: Active',
          'Topic: Order created; of the other, Order updated',
          `Delivery URL: ${address}`,
          `Secret: ${secret}`,
          'API version: WP REST API Integration v3',
        ],
      ]
}

/** The line for the layout of a Shopify theme. */
export function toThemeLine({ endpoint, lists: [list], consent }: Choices): string {
  const given = { endpoint, ...(list && { list: list.name }), ...(consent && { consent: 'required' }) }
  const texts = Object.entries(given).map(([name, value]) => `${name}: '${value}'`)
  return `{% render 'ringup', ${texts.join(', ')} %}`
}

/** The custom pixel with its first lines filled in. */
export function toPixel({ endpoint, lists: [list], consent }: Choices, { files }: SnippetFile): string {
  const allowed = consent ? "['marketingAllowed']" : '[]'
  const settings = `globalThis.RINGUP = {\n  endpoint: '${endpoint}',\n  list: '${list?.name ?? ''}',\n  consent: ${allowed},\n  debug: false,\n}\n`
  return files['custom-pixel.js'].replace(/^globalThis\.RINGUP = \{\n.*?^\}\n/ms, () => settings)
}

/** What is clicked and filled in elsewhere: in the tag manager, and in Shopify's admin. */
import type { Choices, Platform } from '../choices/choices.js'
import { isOwnOrigin, type SnippetFile, toScriptAddress } from './script.js'

/** What is clicked and filled in elsewhere; nothing for the script tag. */
export const toSteps: Record<Platform, (choices: Choices, snippet: SnippetFile) => string | undefined> = {
  'script-tag': () => undefined,
  'tag-manager': toTagManagerSteps,
  shopify: toShopifySteps,
}

function toTagManagerSteps(choices: Choices, snippet: SnippetFile): string {
  const { onPage, list, source, event, consent, endpoint } = choices
  const waiting = `Consent required: ${consent ? 'ad_user_data' : 'nothing ticked'}`
  const script = onPage
    ? ['Where the script comes from: It is already on the page']
    : [
        'Where the script comes from: This tag loads it',
        `Script address: ${toScriptAddress(choices, snippet)}`,
        ...(isOwnOrigin(choices) ? [] : [`Endpoint: ${endpoint}`]),
      ]
  const steps = [
    `Templates, Tag templates, New, then Import in the menu at the top right: template.tpl, from below.${onPage ? '' : `\n   Permissions, Injects scripts: ${endpoint}/* in place of https://*/ringup/*`}`,
    ...(consent
      ? [
          'Your consent banner sets ad_user_data to denied before Initialization: a type that nobody has set counts as granted.',
        ]
      : []),
    ...(onPage
      ? []
      : [
          [
            'Tags, New, Ringup. It sends what an earlier page has left:',
            'Tag type: Load on every page',
            ...script,
            waiting,
            'Trigger: Initialization - All Pages',
          ].join('\n   '),
        ]),
    [
      'Tags, New, Ringup:',
      'Tag type: Order',
      ...script,
      `Where the order comes from: ${source === 'call' ? 'Variables' : 'GA4 data layer'}`,
      waiting,
      'Additional consent checks: Not set, since the tag does its own waiting',
      `Trigger: the custom event ${event}`,
    ].join('\n   '),
    ...(list ? [`For sign-ups another tag. Tag type: Sign-up. List: ${list}. E-mail: a variable that has it.`] : []),
    'Preview, buy something, then Submit.',
  ]
  return steps.map((step, index) => `${index + 1}. ${step}`).join('\n')
}

function toShopifySteps({ consent, endpoint }: Choices): string {
  return [
    '1. Online Store, Themes, Edit code: add ringup.liquid under Snippets, and its line to layout/theme.liquid, before </head>.',
    '2. Settings, Customer events, Add custom pixel: paste custom-pixel.js. Your settings are in it.',
    `   Customer privacy beside it: Permission ${consent ? 'Required, with Marketing ticked' : 'Not required'}.`,
    '3. Save, and then Connect: a pixel that is not connected sends nothing.',
    '4. Settings, Notifications, Webhooks, Create webhook, for orders that the pixel misses:',
    `   Order creation, JSON, ${endpoint}/webhooks/shopify.`,
    '   The secret below the list belongs into RINGUP_SHOPIFY_SECRET.',
  ].join('\n')
}

/** The line for the layout of a Shopify theme. */
export function toThemeLine({ endpoint, list, consent }: Choices): string {
  const given = { endpoint, ...(list && { list }), ...(consent && { consent: 'required' }) }
  return `{% render 'ringup', ${Object.entries(given)
    .map(([name, value]) => `${name}: '${value}'`)
    .join(', ')} %}`
}

/** The custom pixel with its first lines filled in. */
export function toPixel({ endpoint, list, consent }: Choices, { files }: SnippetFile): string {
  const allowed = consent ? "['marketingAllowed']" : '[]'
  const settings = `globalThis.RINGUP = {\n  endpoint: '${endpoint}',\n  list: '${list}',\n  consent: ${allowed},\n  debug: false,\n}\n`
  return files['custom-pixel.js'].replace(/^globalThis\.RINGUP = \{\n.*?^\}\n/ms, () => settings)
}

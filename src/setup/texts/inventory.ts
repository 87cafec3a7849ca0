/** One script's entry in the inventory that PCI DSS 6.4.3 asks for. */
import { findBanner } from '../choices/banners.js'
import { type Choices, type Platform, toPlatform } from '../choices/choices.js'
import { isPinned, type SnippetFile, toScriptAddress } from './script.js'

/** What is read, in words; what was found in the sample is named. */
export interface DataRead {
  order: string[]
  signUp: string[]
}

/** One script's entry in the inventory that PCI DSS 6.4.3 asks for. */
export function toInventory(choices: Choices, snippet: SnippetFile, { order, signUp }: DataRead): string {
  const { list } = choices
  const platform = toPlatform(choices)
  const hash = isPinned(choices) ? 'checked by the browser (integrity attribute)' : NOT_CHECKED[platform]
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
    ['Consent', toConsent(choices)],
    ['Hosts contacted', `${host} (the proxy), and no other`],
    [
      'Change',
      isPinned(choices)
        ? 'A new version has a new name and a new hash: authorise it anew, and change this entry with the tag'
        : 'A new version comes with the proxy, under the same address: authorise it anew, and change the hash here when the proxy is updated',
    ],
  ]
  return rows.map(([name, text]) => `${name}: ${text}.`).join('\n')
}

function toConsent(choices: Choices): string {
  if (!choices.consent) return 'Not required by this installation'
  const banner = findBanner(choices)
  const tells =
    banner && toPlatform(choices) === 'script-tag' ? `. ${banner.platform}: ${banner.expect.replace(/\.$/, '')}` : ''
  return `Nothing is stored or sent without the shopper’s yes${tells}`
}

const LOADED_BY: Record<Platform, string> = {
  'script-tag': 'A script tag in the page',
  'tag-manager': 'Google Tag Manager, by the tag of the Ringup template',
  shopify: 'The theme (ringup.liquid); orders by a custom pixel, in Shopify’s sandbox and not on the payment page',
}

const NOT_CHECKED: Record<Platform, string> = {
  'script-tag': 'not checked by the browser: watch the file, or choose the tag for payment pages',
  'tag-manager':
    'not checked by the browser, since a tag manager cannot give a hash: watch the file, or put the tag on the page',
  shopify: 'not checked by the browser: watch the file',
}

const toOrderData = (fields: string[]) =>
  `Order: ${fields.length > 0 ? fields.join(', ') : 'e-mail address, order number, value, promotion code, items with their prices and quantities'}`

const toSignUpData = (choices: Choices, fields: string[]) =>
  `of a sign-up, ${fields.length > 0 ? `on submit: ${fields.join(', ')}` : SIGN_UP_DATA[toPlatform(choices)]}`

/** Unless a form was tried. */
const SIGN_UP_DATA: Record<Platform, string> = {
  'script-tag': 'on submit: the named fields of forms marked data-add-to-list',
  'tag-manager': 'the variables that its tag names',
  shopify: 'on submit: e-mail address, first and last name of the theme’s newsletter forms',
}

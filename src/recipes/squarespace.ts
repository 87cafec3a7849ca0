/** Squarespace: a box for code on the confirmation page, with a few variables. */
import type { Recipe } from './recipe.js'

const VARIABLES = { number: '{orderId}', value: '{orderGrandTotal}', email: '{customerEmailAddress}' }

export const SQUARESPACE: readonly Recipe[] = [
  {
    name: 'squarespace',
    platform: 'Squarespace',
    paste:
      'into Settings, Advanced, Code Injection: into Header, for every page, and into Order Confirmation Page, behind the line',
    settings: { adapter: 'dom', convertOn: 'load' },
    templateLine: {
      file: 'Settings, Advanced, Code Injection, Order Confirmation Page',
      place: 'as its first line',
      line: `<meta data-ringup="order_number" content="${VARIABLES.number}"><meta data-ringup="cart_value" content="${VARIABLES.value}"><meta data-ringup="email" content="${VARIABLES.email}">`,
      expressions: Object.values(VARIABLES),
    },
    expect:
      'Number, value and e-mail address are variables of the box. Items are not available, so the order is sent without them. The number is Squarespace’s ID of the order.',
    source: {
      repository: 'https://support.squarespace.com',
      files: ['the variables’ names in public code of others; templates are not public'],
      version: 'read in November 2026',
    },
  },
]

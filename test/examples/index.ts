/**
 * Pages and the payload that must be sent for each. One file for each kind of page.
 *
 * The documentation shows them. test/rules/snippet/examples.test.ts runs them and checks them with the contract's
 * schema.
 */
import { ADAPTER_FUNCTION } from './adapter-function.js'
import { AUTO } from './auto.js'
import { CUSTOMERS } from './customers.js'
import { DIGITAL_DATA } from './digital-data.js'
import { DOM } from './dom.js'
import { GA4 } from './ga4.js'
import { JSON_LD } from './json-ld.js'
import { LINES } from './lines.js'
import { PASSED } from './passed.js'
import { SELECTORS } from './selectors.js'
import { SETTINGS } from './settings.js'
import { TAG_MANAGER } from './tag-manager.js'
import { UNIVERSAL_ANALYTICS } from './universal-analytics.js'

export { CONTACTS } from './contacts.js'
export type { Example, Page } from './example.js'
export { SHOPIFY } from './shopify.js'

export const ORDERS = [
  ...GA4,
  ...UNIVERSAL_ANALYTICS,
  ...DIGITAL_DATA,
  ...JSON_LD,
  ...DOM,
  ...SELECTORS,
  ...ADAPTER_FUNCTION,
  ...AUTO,
  ...SETTINGS,
  ...PASSED,
  ...LINES,
  ...CUSTOMERS,
  ...TAG_MANAGER,
]

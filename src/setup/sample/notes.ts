/** What stands in a page and is no order that is read, in sentences: whoever looks for it knows why. */

import { whyNoJsonLd } from '../../examine/why-no-json-ld.js'
import { readJsonOrders } from '../../snippet/rest/gather/json-ld.js'

export function readNotes(document: Document): string[] {
  return [...readJsonLdNotes(document), ...readMagentoNotes(document)]
}

function readJsonLdNotes(document: Document): string[] {
  const hasSome = document.querySelector('script[type^="application/ld+json"]') !== null
  return hasSome && readJsonOrders(document).length === 0 ? [whyNoJsonLd(document)] : []
}

/** Magento's own modules fill the data layer from these, in scripts of files that no sample has. */
function readMagentoNotes(document: Document): string[] {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="text/x-magento-init"]')]
  const holder = scripts.find(({ text }) =>
    /ordersTrackingData|"(ordersTracking|dataLayer|transaction_id|ecommerce)/.test(text),
  )
  if (scripts.length === 0) return []
  const what = holder
    ? 'One of them names an order, from which a module fills the data layer once the page has loaded'
    : 'From such settings a module may fill the data layer once the page has loaded'
  return [
    `The page is one of Magento (Adobe Commerce): it has ${toCount(scripts.length)} of the type text/x-magento-init. ${what}. That does not happen here: choose Magento in step 1, or open the page, type JSON.stringify(dataLayer) into the browser’s console, and paste what it prints.`,
  ]
}

const toCount = (count: number) => (count === 1 ? 'a script' : `${count} scripts`)

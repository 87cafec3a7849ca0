/** What stands in a page and is no order that is read, in sentences: whoever looks for it knows why. */

export function readNotes(document: Document): string[] {
  return [...readJsonLdNotes(document), ...readMagentoNotes(document)]
}

function readJsonLdNotes(document: Document): string[] {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="application/ld+json"]')]
  const all = scripts.map(({ text }) => parse(text))
  const broken = all.flatMap((each) =>
    'error' in each ? [`The JSON-LD is no JSON, so browsers and this script pass over it: ${each.error}.`] : [],
  )
  const types = new Set(all.flatMap((each) => ('value' in each ? toTypes(each.value) : [])))
  if (types.size === 0 || types.has('Order')) return broken
  return [...broken, `The page has JSON-LD of the type ${[...types].join(', ')}. Only an Order is read.`]
}

function parse(text: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { error: String(error) }
  }
}

/** Of the objects at the top, in lists and in graphs. */
function toTypes(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(toTypes)
  const { '@type': type, '@graph': graph } = Object(value)
  return [
    ...[type ?? []].flat().map((each) => String(each).replace(/^https?:\/\/schema\.org\//, '')),
    ...toTypes(graph ?? []),
  ]
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

/**
 * Orders that the page reports without a call (the setting `convertOn`). A whole order is reported in the task that pushed it. Any
 * other order waits for the rest, which then watches the page instead of the core (`rest/watch/convert-on.ts`).
 */
import { reportOrder } from './call.js'
import { readMessages, toEntries } from './entries.js'
import { ofDocument } from './globals.js'
import { onVisibility } from './page-life.js'
import { importRest } from './rest.js'
import { safely } from './safely.js'
import { namesOrder, toTerms } from './settings.js'
import type { Snippet } from './snippet.js'

/** Called once, before the settings are applied. A later tag may set `convertOn`. */
export function watchPurchases(snippet: Snippet): void {
  let isLooking = false
  const look = (isHidden?: boolean) => {
    // A listener may push to the data layer while an order is reported.
    if (isLooking) return
    isLooking = true
    safely(() => reportPurchases(snippet, isHidden))
    isLooking = false
  }
  snippet.layer.listeners.push(look)
  onVisibility('hidden', () => look(true))
  // A single-page shop shows its order without another load.
  const { navigation }: { navigation?: EventTarget } = Object(globalThis)
  navigation?.addEventListener('navigatesuccess', () => {
    lookForOrder(snippet)
    setTimeout(lookForOrder, SOFT_MS, snippet)
  })
}

/** The time in which a framework renders its page. */
const SOFT_MS = 3_000

/**
 * Reports a numbered order as it is if the page is hidden before the rest has loaded. A phone may end a hidden page. An
 * order that is not whole can be completed later, when the page is shown again.
 */
function reportPurchases(snippet: Snippet, isHidden?: boolean): void {
  const { settings, reported, layer } = snippet
  const { convertOn } = settings
  if (snippet.rest || !convertOn || convertOn === 'load') return
  const messages = readMessages(layer)
  const own = messages.filter(({ event }) => event === convertOn)
  let needsRest = own.length === 0 && toEntries(messages).facts.isOlder
  for (const message of own) {
    const { number, hasItems } = message.facts
    const key = number ?? message.pushed
    if (reported.get(key)) continue
    // A later order has another customer.
    const end = message === own[own.length - 1] ? undefined : messages.indexOf(message) + 1
    const { entries, facts } = toEntries(messages.slice(0, end), convertOn)
    const isWhole = Boolean(number && hasItems && facts.hasAddress && !facts.isSuspect) && !namesOrder(settings)
    needsRest ||= !isWhole
    if (!isWhole && !(isHidden && number && !reported.has(key))) continue
    reported.set(key, isWhole)
    reportOrder(snippet, Date.now(), { raw: { ...toTerms(settings), entries } })
  }
  if (needsRest) void importRest(snippet)
}

/**
 * Looks for an order that the page shows, with `convertOn: load`: the elements that the settings name, else marks, or an order in data
 * layer or JSON-LD. Only such a page loads the rest.
 */
export function lookForOrder(snippet: Snippet): void {
  const { settings, layer, rest } = snippet
  if (settings.convertOn !== 'load' || rest) return
  const { order_number, order, items } = settings.selectors ?? {}
  const places = [order_number, order, items?.each].filter(Boolean)
  const isShown = (selector: unknown) =>
    safely(() => ofDocument('querySelector')(String(selector).replace(/(@[\w-]+)?(\s+\/.+\/)?$/s, '')))
  const hasJsonLd = () =>
    [...ofDocument('querySelectorAll')('script[type^="application/ld+json"]')].some(({ textContent }) =>
      /\bOrder"/.test(String(textContent)),
    )
  const hasOrder = places.length > 0 ? places.some(isShown) : toEntries(readMessages(layer)).facts.number || hasJsonLd()
  if (hasOrder || isShown('[data-ringup]')) void importRest(snippet)
}

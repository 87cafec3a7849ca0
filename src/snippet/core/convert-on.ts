/**
 * The setting `convertOn`: a whole purchase is reported in the task that pushed it. Any other order waits for the rest,
 * which then watches the page instead of the core (`rest/watch/convert-on.ts`).
 */
import { convertGathered } from './call.js'
import { onVisibility } from './page-life.js'
import { isWhole, readPurchases, toStatement } from './purchase.js'
import { importRest } from './rest.js'
import { safely } from './safely.js'
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
}

/**
 * Reports a numbered order as it is if the page is hidden before the rest has loaded. A phone may end a hidden page. An
 * order without its e-mail can be completed later, when the page is shown again.
 */
function reportPurchases(snippet: Snippet, isHidden?: boolean): void {
  const { settings, reported, rest } = snippet
  const { convertOn } = settings
  if (rest || !convertOn || convertOn === 'load') return
  const { purchases, isUnclear } = readPurchases(snippet)
  let needsRest = isUnclear
  for (const purchase of purchases) {
    const { number, email, said } = purchase
    if (said.event !== convertOn || reported.get(number)) continue
    const isReady = isWhole(snippet, purchase)
    needsRest ||= !isReady
    if (!isReady && (!isHidden || reported.has(number))) continue
    reported.set(number, email !== undefined)
    convertGathered(snippet, Date.now(), toStatement(settings, purchase))
  }
  if (needsRest) void importRest(snippet)
}

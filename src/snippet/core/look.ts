/**
 * The page's one look at storage, 3 s after it has loaded. The core tries each event of an earlier page once. The rest makes all
 * further attempts.
 *
 * The first access to storage blocks the page for milliseconds (Chromium 156, November 2026,
 * https://insouciant.org/tech/time-to-load-localstorage-into-memory/). The request of an event's own page may be under way for some
 * seconds, so an earlier look would not deliver more.
 */
import { readCopies } from './copies.js'
import { isFields } from './fields.js'
import { EVENT_KEY, KEPT_KEY, loadEvent, loadStored, obeyDenial, readKeys, readPermission } from './outbox.js'
import { importRest } from './rest.js'
import { safely } from './safely.js'
import { attempt, LATER_QUOTA } from './send.js'
import { readEvents, type Snippet } from './snippet.js'

/** The time from the page's load to the look. */
export const LOOK_MS = 3_000

/** Most visitors have no event in storage, so this look is all that their page does. */
export async function lookForStored(snippet: Snippet): Promise<void> {
  const { outbox, settings } = snippet
  snippet.hasLooked = true
  const keys = readKeys(EVENT_KEY, KEPT_KEY)
  // Without an endpoint, fetch would post stored events to the page's own address.
  if (!settings.endpoint) return
  if (readPermission(outbox) !== 'granted') {
    if (isFields(settings.consent) && keys.length > 0) void importRest(snippet) // it follows the consent platform
    return
  }
  obeyDenial(outbox)
  loadStored(outbox)
  // Only a killed browser leaves a copy without the event in localStorage.
  for (const text of await readCopies(outbox)) loadEvent(outbox, text)
  if (readPermission(outbox) !== 'granted' || outbox.schedule?.isPaused()) return
  for (const event of readEvents(outbox))
    if (event.isOfOtherPage && !event.attempts) void attempt(snippet, event, LATER_QUOTA)
  if (keys.some((key) => key.startsWith(KEPT_KEY))) void importRest(snippet)
}

/** Opens the debug panel, a file of its own. The tag asks for it, or allows it to an address or tab that asks for it. */
export function openPanel({ folder, settings: { debug } }: Snippet): void {
  const isWanted = () => /[?&]ringup-debug\b/.test(location.search) || sessionStorage['ringup-debug']
  // Without the file, the shop works on.
  if (debug === 'panel' || (debug && safely(isWanted))) import(`${folder}ringup-debug.js`).catch(() => {})
}

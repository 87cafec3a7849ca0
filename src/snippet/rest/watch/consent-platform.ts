/**
 * The shopper's choice as the shop's consent platform knows it. Where it stands is a setting, a consent recipe: this file
 * knows no platform.
 *
 * A yes counts at once. A no counts only when the shopper has answered, for a no erases: until then the events wait.
 */
import { globals } from '../../core/globals.js'
import { onVisibility } from '../../core/page-life.js'
import { safely } from '../../core/safely.js'
import { type LayerWatch, readLayer, watchLayer } from '../../core/watch-layer.js'

/**
 * Where the choice stands. Places are paths of globals, `Cookiebot.consent.marketing`; a name with words behind it is
 * called with them, `wp_has_consent(marketing)`, or, when it is the data layer, is searched for its commands that begin with
 * them, `dataLayer(consent,update)`; of several places, `one|other`, the first that has something counts.
 */
export interface ConsentPlaces {
  /** Has the choice: true is a yes; with `has`, the list or comma-separated text that contains it. */
  read?: string
  has?: string
  /** Has something once the platform knows which rule holds for this shopper; what it says before counts for nothing. */
  ready?: string
  /** Has something once the shopper has answered. Without it false is an answer, or with `has` whatever is not empty. */
  answered?: string
  /**
   * The field of `gtag('consent', 'default', …)` with what the shop has declared for shoppers who have not answered. A yes counts when
   * its `wait_for_update` is over.
   */
  declared?: string
  /** Has something when the answer is no, whatever else is said. Without `read` all others have said yes. */
  deny?: string
  /** Names of the platform's events, at the window or the document; the data layer's name: each push. */
  on?: string[]
}

export type Choice = 'granted' | 'denied'

/** A shopper who has answered on an earlier page is often announced by no event. */
const LOOK_EACH_MS = 500
const MAX_LOOKS = 20

/** Calls back with each choice that differs from the one before, from now on. */
export function watchConsentPlatform(places: ConsentPlaces, layer: LayerWatch, decide: (choice: Choice) => void): void {
  const on = [places.on ?? []].flat()
  let last: Choice | undefined
  let hasAsked = false
  let looks = 0
  /** @param waitedMs how long the page has waited; undefined at an event of the platform */
  const look = (waitedMs?: number) => {
    const answer = safely(() => readAnswer(places, layer) ?? readDeclared(places, layer, waitedMs))
    if (answer === 'none') hasAsked = true
    // What is answered in another tab changes the platform's cookies, and not what it remembers in this one: a no made of both is none.
    const isMixed = answer === 'denied' && hasAsked && waitedMs !== undefined
    if (!answer || answer === 'none' || answer === last || isMixed) return
    last = answer
    decide(answer)
  }
  const hear = () => look()
  const lookAgain = () => look(looks * LOOK_EACH_MS)
  // Capturing, the window hears the document's events too, those that do not bubble among them.
  for (const name of on) addEventListener(name, hear, true)
  if (on.includes(layer.settings.dataLayer)) {
    layer.listeners.push(hear)
    watchLayer(layer)
  }
  onVisibility('visible', lookAgain)
  const timer = setInterval(() => {
    looks += 1
    lookAgain()
    if (last || looks === MAX_LOOKS) clearInterval(timer)
  }, LOOK_EACH_MS)
  lookAgain()
}

/** None: the platform is there, and waits for the shopper. Undefined while it is not. */
function readAnswer(
  { read, has, ready, answered, deny }: ConsentPlaces,
  layer: LayerWatch,
): Choice | 'none' | undefined {
  const readPlace = (place: string) => readFirst(place, layer)
  if (deny && readPlace(deny)) return 'denied'
  if (!read) return deny ? 'granted' : undefined
  if (ready && !readPlace(ready)) return undefined
  const value = readPlace(read)
  // Whole words: "C0004" is not in "C00041".
  if (has ? String(value).split(',').includes(has) : value === true) return 'granted'
  const hasAnswered = answered ? readPlace(answered) : has ? value : value === false
  if (hasAnswered) return 'denied'
  return value === undefined ? undefined : 'none'
}

/**
 * What the shop has declared with Google's `gtag('consent', 'default', …)`: a yes, or nothing. A declaration may hold for some regions
 * only, and the page does not know its own. So all must say yes, and one must hold for all regions. The page's next line or script may
 * declare more, so nothing is taken at an event, nor while the page is parsed
 * (developers.google.com/tag-platform/security/guides/consent, November 2026).
 */
function readDeclared({ declared = '', has }: ConsentPlaces, layer: LayerWatch, waitedMs = -1): Choice | undefined {
  const said = findCommands(layer, ['consent', 'default']).map(Object)
  const meant = said.filter((each) => each[declared])
  const isYes = meant.every((each) => each[declared] === has && waitedMs >= (each.wait_for_update ?? 0))
  return isYes && meant.some((each) => !each.region) && document.readyState !== 'loading' ? 'granted' : undefined
}

/** Undefined where there is nothing, or something else than the path says, such as what stands in a platform's place while it loads. */
function readFirst(place: string, layer: LayerWatch): unknown {
  let found: unknown
  for (const path of place.split('|')) found ||= safely(() => readPath(path, layer))
  return found
}

function readPath(path: string, layer: LayerWatch): unknown {
  let value: unknown = globals
  for (const [, name = '', call] of path.matchAll(/([^.(]+)(\([^)]*\))?/g)) {
    const owner = value
    value = Object(owner)[name]
    if (!call) continue
    const words = call.match(/[^'"(), ]+/g) ?? []
    const isLayer = owner === globals && name === layer.settings.dataLayer
    value = isLayer
      ? Object.assign({}, ...findCommands(layer, words))
      : Reflect.apply(value as () => unknown, owner, words) // or it throws
  }
  return value
}

/** What the commands that begin with these words say, the latest last. */
function findCommands(layer: LayerWatch, words: string[]): unknown[] {
  const isMeant = (entry: unknown) => words.every((word, index) => Object(entry)[index] === word)
  return readLayer(layer)
    .filter(isMeant)
    .map((entry) => Object(entry)[words.length])
}

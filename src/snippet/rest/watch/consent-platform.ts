/**
 * The shopper's choice, as the shop's consent platform has it. A consent recipe, which is a setting, names its place.
 * This file does not know any platform.
 *
 * A yes counts immediately. A no counts only if the shopper has answered, because a no erases the waiting events. Until
 * then they wait.
 */
import { globals, ofDocument } from '../../core/globals.js'
import { type LayerWatch, readLayer, watchLayer } from '../../core/layer.js'
import { onVisibility } from '../../core/page-life.js'
import { safely } from '../../core/safely.js'

/**
 * The places of the choice. A place is a path of globals: `Cookiebot.consent.marketing`. A name with words in brackets
 * is called with these words: `wp_has_consent(marketing)`. If the name is the data layer, its commands that begin with
 * these words are searched: `dataLayer(consent,update)`. Of several places, `one|other`, the first that has a value
 * counts.
 */
export interface ConsentPlaces {
  /** The place of the choice. True is a yes. With `has`, a list or comma-separated text that contains it is a yes. */
  read?: string
  has?: string
  /** Has a value once the platform knows which rule applies to this shopper. Earlier values are ignored. */
  ready?: string
  /**
   * Has a value once the shopper has answered. Without `answered`, false is an answer, or with `has` any value that is
   * not empty.
   */
  answered?: string
  /**
   * The field of `gtag('consent', 'default', …)` that the shop has declared for shoppers who have not answered. A yes
   * counts when its `wait_for_update` is over.
   */
  declared?: string
  /**
   * Has a value if the shopper has refused, whatever the other places have. Without `read`, all other shoppers count as yes.
   */
  deny?: string
  /** Names of the platform's events, at the window or the document. The data layer's name means each push. */
  on?: string[]
}

export type Choice = 'granted' | 'denied'

/**
 * The pause between two looks. If the shopper answered on an earlier page, the platform often does not send an event.
 */
const LOOK_EACH_MS = 500
const MAX_LOOKS = 20

/** Calls back with each new choice, from now on. */
export function watchConsentPlatform(places: ConsentPlaces, layer: LayerWatch, decide: (choice: Choice) => void): void {
  const on = [places.on ?? []].flat()
  let last: Choice | undefined
  let isWaiting = false
  let looks = 0
  /** @param waitedMs how long the page has waited; undefined at an event of the platform */
  const look = (waitedMs?: number) => {
    const answer = safely(() => readAnswer(places, layer) ?? readDeclared(places, layer, waitedMs))
    if (answer === 'none') isWaiting = true
    // An answer in another tab changes the platform's cookies, but not its memory in this tab. A no from such a mixture
    // is not an answer.
    const isMixed = answer === 'denied' && isWaiting && waitedMs !== undefined
    if (!answer || answer === 'none' || answer === last || isMixed) return
    last = answer
    decide(answer)
  }
  const hear = () => look()
  const lookAgain = () => look(looks * LOOK_EACH_MS)
  // In the capture phase, the window also hears events of the document, even those that do not bubble.
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

/**
 * Reads the answer. `none`: the platform is there and waits for the shopper. Undefined: the platform has not loaded.
 */
function readAnswer(
  { read, has, ready, answered, deny }: ConsentPlaces,
  layer: LayerWatch,
): Choice | 'none' | undefined {
  const readPlace = (place: string) => readFirst(place, layer)
  if (deny && readPlace(deny)) return 'denied'
  if (!read) return deny ? 'granted' : undefined
  if (ready && !readPlace(ready)) return undefined
  const value = readPlace(read)
  // Compares whole words, because "C0004" is not "C00041".
  if (has ? String(value).split(',').includes(has) : value === true) return 'granted'
  const hasAnswered = answered ? readPlace(answered) : has ? value : value === false
  if (hasAnswered) return 'denied'
  return value === undefined ? undefined : 'none'
}

/**
 * Reads the shop's declaration in Google's `gtag('consent', 'default', …)`: a yes, or nothing. A declaration may apply
 * to some regions only, and the page does not know its own region. So all declarations must be yes, and one must apply
 * to all regions. The page's next line or script may declare more, so a declaration does not count at an event or while
 * the page is parsed (developers.google.com/tag-platform/security/guides/consent, November 2026).
 */
function readDeclared({ declared = '', has }: ConsentPlaces, layer: LayerWatch, waitedMs = -1): Choice | undefined {
  const defaults = findCommands(layer, ['consent', 'default']).map(Object)
  const own = defaults.filter((each) => each[declared])
  const isYes = own.every((each) => each[declared] === has && waitedMs >= (each.wait_for_update ?? 0))
  return isYes && own.some((each) => !each.region) && ofDocument('readyState') !== 'loading' ? 'granted' : undefined
}

/**
 * Finds the first value of these places. Undefined if they have none, or if the path leads to a placeholder that a
 * platform leaves while it loads.
 */
function readFirst(place: string, layer: LayerWatch): unknown {
  let value: unknown
  for (const path of place.split('|')) value ||= safely(() => readPath(path, layer))
  return value
}

/** The functions that a setting may call, by name: those of our own consent recipes. */
export const CALLABLE = [
  'wp_has_consent',
  'consent_api_get_cookie',
  'cmplz_has_consent',
  'cmplz_get_cookie',
  'getCkyConsent',
  'currentState',
  'acceptedCategory',
  'validConsent',
  'marketingAllowed',
  'currentVisitorConsent',
  'IsAlertBoxClosed',
]

function readPath(path: string, layer: LayerWatch): unknown {
  let value: unknown = globals
  for (const [, name = '', call] of path.matchAll(/([^.(]+)(\([^)]*\))?/g)) {
    const owner = value
    const words = call?.match(/[^'"(), ]+/g) ?? []
    if (call && owner === globals && name === layer.settings.dataLayer)
      value = Object.assign({}, ...findCommands(layer, words))
    else if (call && !CALLABLE.includes(name)) return undefined
    else value = call ? Object(owner)[name](...words) : Object(owner)[name]
  }
  return value
}

/** Lists the values of the commands that begin with these words, the latest last. */
function findCommands(layer: LayerWatch, words: string[]): unknown[] {
  const isMeant = (entry: unknown) => words.every((word, index) => Object(entry)[index] === word)
  return readLayer(layer)
    .filter(isMeant)
    .map((entry) => Object(entry)[words.length])
}

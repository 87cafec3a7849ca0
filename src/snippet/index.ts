/** The script tag: puts convert() and addToList() on window, replays the calls made before it loaded, and starts. */
import { VERSION } from '../contract/limits.js'
import { addToList, addToListAt } from './add-to-list.js'
import { convert, convertAt } from './convert.js'
import { globals } from './globals.js'
import { consent, flush, status } from './outbox.js'
import type { Outcome } from './outcome.js'
import { safely } from './safely.js'
import { readSettings } from './settings.js'
import { start } from './start.js'

/** A call kept by the page's stub or a tag manager: bare arguments, with its time and its promise where there is one. */
interface KeptCall extends IArguments {
  /** When it was made. */
  t?: number
  /** Settles the promise that the stub has given out. */
  r?: (outcome: Outcome) => void
}

/** Whatever the page has passed, they check it themselves. */
const REPLAY: Record<string, (at: number, ...args: never[]) => Promise<Outcome>> = {
  convert: convertAt,
  addToList: addToListAt,
}

// Markup can put a property of any name on window, <a id="ringup">; nobody's is called this.
const LOADED = 'ringup:'

if (globals[LOADED] !== true) {
  globals[LOADED] = true
  safely(() => readSettings(readTag()))
  const calls = Object.keys(REPLAY).flatMap(readQueue)
  const api = { convert, addToList, ringup: { version: VERSION, status, flush, consent } }
  for (const [name, value] of Object.entries(api))
    safely(() => {
      globals[name] = value // unless the page has locked the name
    })
  for (const { replay } of calls.sort((one, other) => one.at - other.at)) safely(replay)
  start()
}

/** Markup of this name, a picture or a frame, stands before it in the document's own properties: then its getter is asked. */
function readTag(): HTMLOrSVGScriptElement | null {
  const { currentScript } = document
  const isTag = currentScript instanceof HTMLScriptElement
  return isTag ? currentScript : Reflect.get(Document.prototype, 'currentScript', document)
}

/** The calls that wait for this script; what comes there later is replayed at once, as a tag manager goes on using its queue. */
function readQueue(name: string): { at: number; replay: () => void }[] {
  const queue: unknown = safely(() => Object(globals[name]).q)
  if (!Array.isArray(queue)) return [] // nobody has called, or markup has this name
  const toReplay = (call: KeptCall) => {
    const now = Date.now()
    const at = typeof call.t === 'number' && call.t < now ? call.t : now
    return { at, replay: () => void REPLAY[name]?.(at, ...([...call] as never[])).then(call.r) }
  }
  const calls = queue.flatMap((call) => safely(() => toReplay(call)) ?? [])
  safely(() => {
    queue.push = (...later) => {
      for (const call of later) safely(() => toReplay(call).replay())
      return later.length
    }
  })
  return calls
}

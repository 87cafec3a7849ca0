/** The script tag: puts convert() and addToList() on window, replays the calls made before it loaded, and starts. */
import { VERSION } from '../../contract/limits.js'
import { addToList, convert } from './call.js'
import { decide } from './consent.js'
import { globals, ofDocument } from './globals.js'
import { importRest } from './rest.js'
import { safely } from './safely.js'
import { readFolder, readSettings } from './settings.js'
import { createSnippet, type Rest, type Snippet } from './snippet.js'
import { applySettings, start } from './start.js'

interface Tag {
  tag: HTMLOrSVGScriptElement | null
  /** The folder that code is imported from. No setting names it. */
  folder: string | undefined
}

/**
 * The functions that a page calls, by name. Each checks its own arguments. Calls of one millisecond are replayed in
 * this order, so a denial of consent applies to the orders after it.
 */
const CALLS: Record<string, (snippet: Snippet, at: number, ...args: never[]) => unknown> = {
  consent: (snippet, _at, choice) => decide(snippet, choice),
  convert,
  addToList,
}

/** The key of a function. An element of this name, such as <a id="ringup:">, is not a function. */
const RUNNING = 'ringup:'

/**
 * Runs the script. If it is on the page twice, it runs once, and a later tag adds its settings.
 *
 * @param rest the rest, if it is in the same file
 */
export function runTag(rest?: Rest): void {
  const running = globals[RUNNING]
  if (typeof running === 'function') safely(() => running(readTag()))
  else globals[RUNNING] = run(readTag(), rest)
}

/** Starts the script. Returns the function that handles a later tag. */
function run(first: Tag, rest: Rest | undefined): (later: Tag) => void {
  const snippet = createSnippet()
  const api = createApi(snippet)
  const addTag = createTags(snippet, api)
  const calls = readEarlyCalls(snippet)
  addTag(first)
  if (rest) {
    snippet.rest = rest
    rest.start(snippet) // before any call: the shopper may have answered the consent platform on an earlier page
  }
  for (const { replay } of calls.sort((one, other) => one.at - other.at)) safely(replay)
  start(snippet)
  return (later) => {
    addTag(later)
    applySettings(snippet)
  }
}

function createApi(snippet: Snippet): Record<string, unknown> {
  const now =
    (name: string) =>
    (...args: never[]) =>
      CALLS[name]?.(snippet, Date.now(), ...args)
  const ringup = {
    version: VERSION,
    status: async () => (await importRest(snippet))?.readStatus(snippet),
    flush: async () => (await importRest(snippet))?.flush(snippet),
    consent: now('consent'),
  }
  return { convert: now('convert'), addToList: now('addToList'), ringup }
}

/** A module has no current script. Its code is imported relative to itself. */
function readTag(): Tag {
  const tag = ofDocument('currentScript')
  const folder = tag ? readFolder(tag) : './'
  return { tag: tag ?? ofDocument('querySelector')('script[src*="/ringup"]'), folder }
}

/** Adds the settings of a later tag. Settings of a tag win over all other settings of the page. */
function createTags(snippet: Snippet, api: Record<string, unknown>): (tag: Tag) => void {
  const { settings } = snippet
  const tags: HTMLOrSVGScriptElement[] = []
  const given: unknown[] = [globals['ringup:served']]
  return ({ tag, folder = '' }) => {
    if (tag) tags.push(tag)
    const { ringup } = globals
    if (ringup !== api.ringup) given.push(ringup)
    readSettings(settings, given, tags)
    snippet.folder ||= folder
    // Fails if the page has locked the name.
    for (const name of Object.keys(api)) safely(() => (globals[name] = api[name]))
  }
}

/**
 * A call that the page's stub or a tag manager keeps: bare arguments. The stub adds the time and, if there is one, the
 * promise.
 */
interface EarlyCall extends Iterable<never> {
  /** The time of the call. */
  t?: number
  /** Settles the promise that the stub has returned. */
  r?: (outcome: unknown) => void
}

interface Replay {
  at: number
  replay: () => void
}

/**
 * Reads the calls that wait for this script. A tag manager continues to use its queue, so a later call in it is made
 * immediately.
 */
function readEarlyCalls(snippet: Snippet): Replay[] {
  return Object.entries(CALLS).flatMap(([name, call]) => {
    const queue: unknown = safely(() => Object(Object(name === 'consent' ? globals.ringup : globals)[name]).q)
    if (!Array.isArray(queue)) return [] // no call was made, or markup has this name
    const toReplay = (args: EarlyCall): Replay => {
      const at = Math.min(Number(args.t) || Infinity, Date.now())
      return { at, replay: () => void Promise.resolve(call(snippet, at, ...args)).then(args.r) }
    }
    const calls = queue.flatMap((args) => safely(() => toReplay(args)) ?? [])
    safely(() => {
      queue.push = (...later) => {
        for (const args of later) safely(() => toReplay(args).replay())
        return later.length
      }
    })
    return calls
  })
}

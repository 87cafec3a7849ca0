/** The script tag: puts convert() and addToList() on window, replays the calls made before it loaded, and starts. */
import { VERSION } from '../contract/limits.js'
import { addToList } from './call/add-to-list.js'
import { convert } from './call/convert.js'
import { globals } from './globals.js'
import { consent, flush, readStatus } from './keep/outbox.js'
import { openPanel } from './open-panel.js'
import { safely, toJson } from './safely.js'
import { readFolder, readSettings } from './settings.js'
import { createSnippet, type Snippet } from './snippet.js'
import { start, startConverting, startHearingConsent } from './start.js'

type Tag = HTMLScriptElement | null

/**
 * What a page calls, by the name it stands at; each checks itself whatever the page has passed. Of calls of one millisecond those of
 * the first are replayed first: a no counts for what follows it.
 */
const CALLS: Record<string, (snippet: Snippet, at: number, ...args: never[]) => unknown> = {
  consent: ({ outbox }, _at, choice) => consent(outbox, choice),
  convert,
  addToList,
}

// An element of this name, <a id="ringup:">, is no function.
const RUNNING = 'ringup:'
const running = globals[RUNNING]
if (typeof running === 'function') safely(() => running(readTag()))
else globals[RUNNING] = run(readTag())

/** @returns takes the settings of a later tag: the script twice on a page is the script once */
function run(first: Tag): (later: Tag) => void {
  const snippet = createSnippet()
  const { settings } = snippet
  const api = createApi(snippet)
  const addTag = createTags(snippet, api)
  const kept = readKept(snippet)
  addTag(first)
  startHearingConsent(snippet)
  for (const { replay } of kept.sort((one, other) => one.at - other.at)) safely(replay)
  start(snippet)
  return (later) => {
    const { convertOn } = settings
    const consent = toJson([settings.consent])
    addTag(later)
    if (toJson([settings.consent]) !== consent) startHearingConsent(snippet)
    if (settings.convertOn !== convertOn) startConverting(snippet)
  }
}

function createApi(snippet: Snippet): Record<string, unknown> {
  const { outbox } = snippet
  const now =
    (name: string) =>
    (...args: never[]) =>
      CALLS[name]?.(snippet, Date.now(), ...args)
  const ringup = {
    version: VERSION,
    status: () => readStatus(outbox),
    flush: () => flush(outbox),
    consent: now('consent'),
  }
  return { convert: now('convert'), addToList: now('addToList'), ringup }
}

/** A module has no current script; and markup of this name, a picture or a frame, stands before the document's own. */
function readTag(): Tag {
  const { currentScript } = document
  return currentScript instanceof HTMLScriptElement ? currentScript : document.querySelector('script[src*="/ringup"]')
}

/** A later tag of the script adds its settings. What the page gives beside the tags counts less than they do. */
function createTags(snippet: Snippet, api: Record<string, unknown>): (tag: Tag) => void {
  const { settings } = snippet
  const tags: HTMLScriptElement[] = []
  const given: unknown[] = [globals['ringup:served']]
  return (tag) => {
    if (tag) tags.push(tag)
    const { ringup } = globals
    if (ringup !== api.ringup) given.push(ringup)
    safely(() => readSettings(settings, given, tags))
    const folder = tag && readFolder(tag)
    if (folder) snippet.folder = folder.href
    openPanel(snippet.folder, settings.debug)
    // Unless the page has locked the name.
    for (const name of Object.keys(api)) safely(() => (globals[name] = api[name]))
  }
}

/** A call kept by the page's stub or a tag manager: bare arguments, with its time and its promise where there is one. */
interface EarlyCall extends Iterable<never> {
  /** When it was made. */
  t?: number
  /** Settles the promise that the stub has given out. */
  r?: (outcome: unknown) => void
}

interface Kept {
  at: number
  replay: () => void
}

/** The calls that wait for this script; what comes there later is made at once, as a tag manager goes on using its queue. */
function readKept(snippet: Snippet): Kept[] {
  return Object.entries(CALLS).flatMap(([name, call]) => {
    const queue: unknown = safely(() => Object(globals[name] ?? Object(globals.ringup)[name]).q)
    if (!Array.isArray(queue)) return [] // nobody has called, or markup has this name
    const toKept = (args: EarlyCall): Kept => {
      const at = Math.min(Number(args.t) || Infinity, Date.now())
      return { at, replay: () => void Promise.resolve(call(snippet, at, ...args)).then(args.r) }
    }
    const kept = queue.flatMap((args) => safely(() => toKept(args)) ?? [])
    safely(() => {
      queue.push = (...later) => {
        for (const args of later) safely(() => toKept(args).replay())
        return later.length
      }
    })
    return kept
  })
}

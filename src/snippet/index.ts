/** The script tag: puts convert() and addToList() on window, replays the calls made before it loaded, and starts. */
import { VERSION } from '../contract/limits.js'
import { addToList } from './call/add-to-list.js'
import { convert } from './call/convert.js'
import { globals } from './globals.js'
import { consent, flush, readStatus } from './keep/outbox.js'
import { openPanel } from './open-panel.js'
import { safely } from './safely.js'
import { readFolder, readSettings } from './settings.js'
import { createSnippet, type Snippet } from './snippet.js'
import { start, startConverting, startHearingConsent } from './start.js'

type Tag = HTMLScriptElement | null

// An element of this name, <a id="ringup:">, is no function.
const RUNNING = 'ringup:'
const running = globals[RUNNING]
if (typeof running === 'function') safely(() => running(readTag()))
else globals[RUNNING] = run(readTag())

/** @returns takes the settings of a later tag: the script twice on a page is the script once */
function run(first: Tag): (later: Tag) => void {
  const snippet = createSnippet()
  const { settings } = snippet
  const calls = createCalls(snippet)
  const api = createApi(snippet, calls)
  const addTag = createTags(snippet, api)
  const kept = readKept(calls)
  addTag(first)
  startHearingConsent(snippet)
  for (const { at, call, args } of kept.sort((one, other) => one.at - other.at)) replay(call, args, at)
  start(snippet)
  return (later) => {
    const { convertOn, consent } = settings
    addTag(later)
    if (settings.consent !== consent) startHearingConsent(snippet)
    if (settings.convertOn !== convertOn) startConverting(snippet)
  }
}

/** What calls come to. They check themselves whatever the page has passed. */
type Call = (at: number, ...args: never[]) => unknown

function createCalls(snippet: Snippet): Record<string, Call> {
  return {
    convert: (at, ...args) => convert(snippet, at, ...args),
    addToList: (at, ...[list, ...args]: [never]) => addToList(snippet, at, list, ...args),
    consent: (_at, choice) => consent(snippet.outbox, choice),
  }
}

function createApi({ outbox }: Snippet, calls: Record<string, Call>): Record<string, unknown> {
  const now =
    (name: string) =>
    (...args: never[]) =>
      calls[name]?.(Date.now(), ...args)
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
interface KeptCall extends Iterable<never> {
  /** When it was made. */
  t?: number
  /** Settles the promise that the stub has given out. */
  r?: (outcome: unknown) => void
}

interface Kept {
  at: number
  call: Call
  args: KeptCall
}

/** The calls that wait for this script; what comes there later is made at once, as a tag manager goes on using its queue. */
function readKept(calls: Record<string, Call>): Kept[] {
  return Object.entries(calls).flatMap(([name, call]) => {
    const queue: unknown = safely(() => Object(globals[name] ?? Object(globals.ringup)[name]).q)
    if (!Array.isArray(queue)) return [] // nobody has called, or markup has this name
    const toTime = ({ t }: KeptCall) => Math.min(Number(t) || Date.now(), Date.now())
    const kept = queue.flatMap((args) => safely(() => ({ args, call, at: toTime(args) })) ?? [])
    safely(() => {
      queue.push = (...later) => {
        for (const args of later) replay(call, args, Date.now())
        return later.length
      }
    })
    return kept
  })
}

function replay(call: Call, args: KeptCall, at: number): void {
  safely(() => void Promise.resolve(call(at, ...args)).then(args.r))
}

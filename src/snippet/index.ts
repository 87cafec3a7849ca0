/** The script tag: puts convert() and addToList() on window, replays the calls made before it loaded, and starts. */
import { VERSION } from '../contract/limits.js'
import { addToList } from './call/add-to-list.js'
import { convert } from './call/convert.js'
import type { Outcome } from './call/outcome.js'
import { globals } from './globals.js'
import { consent, flush, readStatus } from './keep/outbox.js'
import { openPanel } from './open-panel.js'
import { safely } from './safely.js'
import { readFolder, readSettings } from './settings.js'
import { createSnippet, type Snippet } from './snippet.js'
import { start, startConverting, startHearingConsent } from './start.js'

type Tag = HTMLOrSVGScriptElement

// Markup can put a property of any name before the window's own, <a id="ringup:">; it is none of its own.
const RUNNING = 'ringup:'
const running: unknown = Object.getOwnPropertyDescriptor(globals, RUNNING)?.value
if (typeof running === 'function') safely(() => running(readTag()))
else globals[RUNNING] = run(readTag())

/** @returns takes the settings of a later tag: the script twice on a page is the script once */
function run(first: Tag | undefined): (later: Tag | undefined) => void {
  const snippet = createSnippet()
  const { settings } = snippet
  const calls = createCalls(snippet)
  const api = createApi(snippet, calls)
  const addTag = createTags(snippet, api.ringup)
  const kept = readKept(calls)
  safely(() => addTag(first))
  putOnWindow(api)
  startHearingConsent(snippet)
  for (const { replay } of kept.sort((one, other) => one.at - other.at)) safely(replay)
  start(snippet)
  return (later) => {
    const { convertOn, consent } = settings
    addTag(later)
    putOnWindow(api)
    if (settings.consent !== consent) startHearingConsent(snippet)
    if (settings.convertOn !== convertOn) startConverting(snippet)
  }
}

type Replay = (at: number, ...args: unknown[]) => Promise<Outcome | undefined>

/** What calls come to. They check themselves whatever the page has passed. */
function createCalls(snippet: Snippet) {
  return {
    convert: (at, ...args) => convert(snippet, at, ...(args as never[])),
    addToList: (at, ...args) => addToList(snippet, at, ...(args as [never])),
    consent: async (_at, choice) => {
      consent(snippet.outbox, choice)
      return undefined
    },
  } satisfies Record<string, Replay>
}

function createApi({ outbox }: Snippet, calls: ReturnType<typeof createCalls>) {
  const now =
    (call: Replay) =>
    (...args: unknown[]) =>
      call(Date.now(), ...args)
  return {
    convert: now(calls.convert),
    addToList: now(calls.addToList),
    ringup: {
      version: VERSION,
      status: () => readStatus(outbox),
      flush: () => flush(outbox),
      consent: (choice: unknown) => consent(outbox, choice),
    },
  }
}

function putOnWindow(api: object): void {
  for (const [name, value] of Object.entries(api))
    safely(() => {
      globals[name] = value // unless the page has locked the name
    })
}

/** Markup of this name, a picture or a frame, stands before it in the document's own properties: then its getter is asked. */
function readTag(): Tag | undefined {
  const { currentScript } = document
  const isTag = currentScript instanceof HTMLScriptElement
  const tag: Tag | null = isTag ? currentScript : Reflect.get(Document.prototype, 'currentScript', document)
  // A module has none.
  const modules = document.querySelectorAll<HTMLScriptElement>('script[type=module][src*="/ringup"]')
  return tag ?? modules[0]
}

/** A later tag of the script adds its settings. What the page gives beside the tags counts less than they do. */
function createTags(snippet: Snippet, own: unknown): (tag: Tag | undefined) => void {
  const { settings } = snippet
  const tags: Tag[] = []
  const given: unknown[] = [globals['ringup:served']]
  return (tag) => {
    if (tag) tags.push(tag)
    const global = safely(() => globals.ringup)
    if (global !== own) given.push(global)
    readSettings(settings, given, tags)
    const folder = tag && readFolder(tag)
    if (folder) openPanel(folder.href, settings.debug)
    snippet.folder = folder?.href ?? snippet.folder
  }
}

/** A call kept by the page's stub or a tag manager: bare arguments, with its time and its promise where there is one. */
interface KeptCall extends IArguments {
  /** When it was made. */
  t?: number
  /** Settles the promise that the stub has given out. */
  r?: (outcome: Outcome | undefined) => void
}

interface Kept {
  at: number
  replay: () => void
}

function readKept({ convert, addToList, consent }: ReturnType<typeof createCalls>): Kept[] {
  return [
    ...readQueue(() => globals.convert, convert),
    ...readQueue(() => globals.addToList, addToList),
    ...readQueue(() => Object(globals.ringup).consent, consent),
  ]
}

/** The calls that wait for this script; what comes there later is replayed at once, as a tag manager goes on using its queue. */
function readQueue(readStub: () => unknown, replay: Replay): Kept[] {
  const queue: unknown = safely(() => Object(readStub()).q)
  if (!Array.isArray(queue)) return [] // nobody has called, or markup has this name
  const toKept = (call: KeptCall): Kept => {
    const now = Date.now()
    const at = typeof call.t === 'number' && call.t < now ? call.t : now
    return { at, replay: () => void replay(at, ...call).then(call.r) }
  }
  const calls = queue.flatMap((call) => safely(() => toKept(call)) ?? [])
  safely(() => {
    queue.push = (...later) => {
      for (const call of later) safely(() => toKept(call).replay())
      return later.length
    }
  })
  return calls
}

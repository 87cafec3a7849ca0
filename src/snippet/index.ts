/** The script tag: puts convert(), addToList() and ringup on window, replays the calls made before it loaded, and starts. */
import { VERSION } from '../contract/limits.js'
import { addToList } from './add-to-list.js'
import { attempt } from './attempt.js'
import { convert } from './convert.js'
import { consent, drain, status } from './outbox.js'
import { readSettings } from './settings.js'
import { start } from './start.js'

type Call = IArguments & {
  /** When it was made. */
  t?: number
  /** Settles the promise that the stub has given out. */
  r?: (outcome: unknown) => void
}

// Markup can put a property of any name on window, <a id="ringup">; nobody's is called this.
const LOADED = 'ringup:'
const globals = window as unknown as Record<PropertyKey, { q?: unknown } | undefined>

if (!globals[LOADED]) {
  // Whatever the page passes, they check it themselves.
  const functions = { convert, addToList } as Record<string, (...args: unknown[]) => Promise<unknown>>
  globals[LOADED] = functions
  readSettings(document.currentScript)
  const calls = Object.keys(functions).flatMap((name) => {
    const queue = (globals[name]?.q ?? []) as Call[] // or what markup has put there
    // What stands there need not be a call. A tag manager goes on using the queue it has made.
    queue.push = (args) => attempt(() => functions[name]?.(...args).then(args.r)) as never
    // Not Array.from(): MooTools and Prototype put a function there that knows one argument only.
    return ([] as Call[]).slice.call(queue).map((args) => [args, queue] as const)
  })
  Object.assign(window, functions, { ringup: { version: VERSION, status, flush: () => drain(true), consent } })
  for (const [args, queue] of calls.sort(([a], [b]) => (a.t as number) - (b.t as number))) queue.push(args)
  start()
}

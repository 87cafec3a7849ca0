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
const globals = window as unknown as Record<PropertyKey, { q?: ArrayLike<Call> } | undefined>

if (!globals[LOADED]) {
  globals[LOADED] = {}
  // Whatever the page passes, they check it themselves.
  const functions = { convert, addToList } as Record<string, (...args: unknown[]) => Promise<unknown>>
  readSettings(document.currentScript)
  const calls = Object.entries(functions).flatMap(([name, call]) =>
    Array.from(globals[name]?.q ?? [], (args) => [args, call] as const),
  )
  Object.assign(window, functions, { ringup: { consent, flush: () => drain(true), status, version: VERSION } })
  // What stands there need not be a call.
  for (const [args, call] of calls.sort(([a], [b]) => (a.t as number) - (b.t as number)))
    attempt(() => void call(...args).then(args.r))
  start()
}

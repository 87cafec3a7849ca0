/** The script tag: puts convert() and addToList() on window, replays the calls made before it loaded, and starts. */
import { addToList } from './add-to-list.js'
import { attempt } from './attempt.js'
import { convert } from './convert.js'
import { readTag } from './settings.js'
import { start } from './start.js'

type Call = IArguments & {
  /** When it was made. */
  t?: number
  /** Settles the promise that the stub has given out. */
  r?: (outcome: unknown) => void
}

// A symbol, because markup can put a property of any name on window: <a id="ringup">.
const LOADED = Symbol.for('ringup')
const globals = window as unknown as Record<PropertyKey, unknown>

if (!globals[LOADED]) {
  globals[LOADED] = true
  // Whatever the page passes, they check it themselves.
  const functions = { convert, addToList } as Record<string, (...args: unknown[]) => Promise<unknown>>
  const calls = Object.entries(functions).flatMap(([name, call]) =>
    Array.from(Object(Object(globals[name]).q) as ArrayLike<Call>, (args) => ({ call, args })),
  )
  Object.assign(window, functions)
  readTag(document.currentScript)
  for (const { call, args } of calls.sort((a, b) => (a.args.t ?? 0) - (b.args.t ?? 0))) {
    attempt(() => void call(...args).then(args.r)) // what stands in the queue need not be a call
  }
  start()
}

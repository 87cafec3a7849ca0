/** The script tag: puts convert(), addToList() and ringup on window, replays the calls made before it loaded, and starts. */
import { VERSION } from '../contract/limits.js'
import { addToList } from './add-to-list.js'
import { attempt } from './attempt.js'
import { convert } from './convert.js'
import { consent, drain, status } from './outbox.js'
import { readSettings, settings } from './settings.js'
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
  readSettings(document.currentScript)
  const calls = Object.entries(functions).flatMap(([name, call]) => {
    const replay = (args: Call) => attempt(() => void call(...args).then(args.r)) // what stands there need not be a call
    const queue = Object(Object(globals[name]).q)
    const waiting = Array.from(queue as ArrayLike<Call>, (args) => ({ at: args.t ?? 0, replay: () => replay(args)}))
    queue.push = replay // who has kept the stub goes on calling it
    return waiting
  })
  Object.assign(window, functions, { ringup: { consent, flush: () => drain(true), status, version: VERSION } })
  for (const { replay } of calls.sort((a, b) => a.at - b.at)) replay()
  start()
  const { debug } = settings
  if (debug === 'panel' || (debug && location.search.includes('ringup-debug'))) // @ts-expect-error a bundle of its own, beside this one
    void import('./ringup-debug.js')
}

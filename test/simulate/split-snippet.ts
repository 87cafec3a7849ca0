/** The snippet as a script tag runs it. The core is loaded. The rest comes over the network, or fails to load. */
import { addToList as addToListAt, convert as convertAt } from '../../src/snippet/core/call.js'
import { decide } from '../../src/snippet/core/consent.js'
import { importRest } from '../../src/snippet/core/rest.js'
import { configure as configureSettings, type Settings } from '../../src/snippet/core/settings.js'
import { createSnippet } from '../../src/snippet/core/snippet.js'
import { start } from '../../src/snippet/core/start.js'
import type * as module from '../../src/snippet/module.js'
import * as rest from '../../src/snippet/rest/index.js'

declare global {
  /** Replaces `import()` in the simulator. */
  var toImport: () => Promise<void>
}

const snippet = Object.assign(createSnippet(), { folder: '/ringup/' })

/** The bundle calls this function instead of `import(address)`. */
export const fetchRest = async () => {
  await globalThis.toImport()
  return rest
}

export const configure: typeof module.configure = (settings: Partial<Settings>) => {
  configureSettings(snippet.settings, settings)
  start(snippet)
}
export const convert: typeof module.convert = (...args) => convertAt(snippet, Date.now(), ...args)
export const addToList: typeof module.addToList = (...args) => addToListAt(snippet, Date.now(), ...args)
export const consent: typeof module.consent = (choice) => decide(snippet, choice)
export const flush: typeof module.flush = async () => (await importRest(snippet))?.flush(snippet)
export const status: typeof module.status = async () => rest.readStatus(snippet)

/** The built snippet, as the set-up page has it: its bytes with the page's globals round them. */
import { readFileSync } from 'node:fs'
import { toFunction } from '../../../src/setup/try/globals.js'

export function loadSnippet(): void {
  const code = toFunction(readFileSync('dist/ringup.js', 'utf8'))
  Object.assign(globalThis, { ringupSnippet: new Function(`${code}; return ringupSnippet`)() })
}

/**
 * Loads the real code with the simulator's globals, such as `setTimeout`, `Date`, `fetch` and `localStorage`. The snippet's module is
 * loaded again for each page, as in a browser. The proxy is loaded once.
 */
import * as crypto from 'node:crypto'
import { createRequire } from 'node:module'

import { type BuildOptions, buildSync } from 'esbuild'
import { BOTH_PARTS } from '../../src/build/core-and-rest.mjs'
import type { createQueueAdmin } from '../../src/proxy/queue/operator/index.js'
import type { openIn } from '../../src/proxy/queue/queue.js'
import type { openForProxy } from '../../src/proxy/queue/store/libsql.js'
import type { createSeal } from '../../src/proxy/seal.js'
import type { createService } from '../../src/proxy/service.js'
import type * as snippet from '../../src/snippet/module.js'

export type Snippet = typeof snippet

export interface ProxyCode {
  createService: typeof createService
  openIn: typeof openIn
  createQueueAdmin: typeof createQueueAdmin
  openForProxy: typeof openForProxy
  createSeal: typeof createSeal
}

type Globals = Record<string, unknown>

/** The project's folder. Both the CLI and the tests run there. */
const ROOT = process.cwd()

const PAGE_GLOBALS = [
  ...['globalThis', 'document', 'location', 'navigator', 'localStorage', 'indexedDB', 'crypto', 'fetch'],
  ...['addEventListener', 'removeEventListener', 'setTimeout', 'clearTimeout', 'Date', 'Math'],
  ...['HTMLFormElement', 'Node', 'console'],
]

/**
 * Returns the function that opens a page. It takes the page's globals, and returns the snippet's functions: of the module, which has both
 * parts, or of the split script, whose core imports the rest (`toImport` of the globals).
 */
export function loadSnippet(): (globals: Globals, isSplit: boolean) => Snippet {
  const open = { module: toPage('src/snippet/module.ts'), split: toPage('test/simulate/split-snippet.ts') }
  return (globals, isSplit) =>
    open[isSplit ? 'split' : 'module'](...PAGE_GLOBALS.map((name) => (name === 'globalThis' ? globals : globals[name])))
}

function toPage(entry: string) {
  const code = toCode({ entryPoints: [entry], platform: 'browser' }).replace(/\bimport\(/g, 'fetchRest(')
  return new Function(...PAGE_GLOBALS, `${code}; return ringup`)
}

const PROXY = `
  export { createService } from './src/proxy/service.js'
  export { openIn } from './src/proxy/queue/queue.js'
  export { createQueueAdmin } from './src/proxy/queue/operator/index.js'
  export { openForProxy } from './src/proxy/queue/store/libsql.js'
  export { createSeal } from './src/proxy/seal.js'`

/** @param chance replaces the system's randomness for the proxy */
export function loadProxy(globals: Globals, chance: () => number): ProxyCode {
  const stdin = { contents: PROXY, resolveDir: ROOT, loader: 'ts' } as const
  const code = toCode({ stdin, platform: 'node', packages: 'external' })
  const names = Object.keys(globals)
  const realRequire = createRequire(`${ROOT}/package.json`)
  const require = (name: string) => (name === 'node:crypto' ? toSeeded(chance) : realRequire(name))
  const run = new Function('require', 'globalThis', ...names, `${code}; return ringup`)
  return run(
    require,
    Object.create(globalThis, Object.getOwnPropertyDescriptors(globals)),
    ...names.map((name) => globals[name]),
  )
}

function toCode(options: BuildOptions): string {
  const shared = { absWorkingDir: ROOT, bundle: true, format: 'iife', globalName: 'ringup', write: false } as const
  const { outputFiles = [] } = buildSync({ ...shared, target: 'es2022', define: BOTH_PARTS, ...options })
  return outputFiles[0]?.text ?? ''
}

function toSeeded(chance: () => number) {
  const randomBytes = (size: number) => Buffer.from(Array.from({ length: size }, () => Math.floor(chance() * 256)))
  const hex = (size: number) => randomBytes(size).toString('hex')
  const randomUUID = () => `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-a${hex(2).slice(1)}-${hex(6)}`
  return { ...crypto, randomBytes, randomUUID }
}

/** Promise: what the README says of sizes, settings, fields and code is so. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { PROBLEM_NAMES } from '../../src/proxy/health.js'
import { createMetrics } from '../../src/proxy/metrics.js'
import { readSettings } from '../../src/proxy/settings.js'
import type { Settings } from '../../src/snippet/settings.js'
import { readBlocks, readme, readNames } from '../support/readme.js'
import { writeTables } from '../support/reference.js'

// Beside node_modules, where what is built finds its packages.
const built = join('test-results', 'readme')
beforeAll(() => void execFileSync('node', ['build.mjs', '--quiet', built]), 30_000)

test('the size is the one that the build makes', () => {
  const bytes = brotliCompressSync(readFileSync(join(built, 'ringup.js'))).length
  expect(/[\d,]+(?= bytes \(brotli\))/.exec(readme)?.[0]).toBe(bytes.toLocaleString('en'))
})

test('the stub is at most 250 bytes', () => {
  const [, stub = ''] = readBlocks('html')
  expect(stub).toContain('addToList')
  expect(Buffer.byteLength(stub)).toBeLessThanOrEqual(250)
})

test('the script tag is the one of the demo', () => {
  const layout = readFileSync('demo/shop/pages/layout.ts', 'utf8')
  expect(layout).toContain(readBlocks('html')[0])
})

test('the settings to start the proxy with are accepted', () => {
  const [proxy = ''] = readBlocks('sh')
  const exports = [...proxy.matchAll(/^export (\w+)=(?:'([^']*)'|(\S+))/gm)]
  const env = Object.fromEntries(
    exports.map(([, name, quoted, bare]) => [name, (quoted ?? bare ?? '').replace('…', 'x')]),
  )
  expect(proxy).toContain('export RINGUP_KEY="$(openssl rand -base64 32)"')
  const key = Buffer.alloc(32, 1).toString('base64') // what that command prints, by its form
  expect(readSettings({ ...env, RINGUP_KEY: key }).origins).toEqual(['https://shop.example'])
})

test('every command of npm is a script', () => {
  const named = [...readme.matchAll(/npm (?:run )?(test:api|test|demo|api|proxy|bench)\b/g)].map(([, name]) => name)
  expect([...new Set(named)].sort()).toEqual(['api', 'bench', 'demo', 'proxy', 'test', 'test:api'])
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(named))
})

/** The compiler sees to it that none is missing: most are off, and not there, until they are set. */
const SETTINGS: Record<keyof Settings, true> = {
  endpoint: true,
  adapter: true,
  dataLayer: true,
  convertOn: true,
  selectors: true,
  email: true,
  decimal: true,
  consent: true,
  persist: true,
  debug: true,
  signature: true,
}

test('the reference tables are what schemas and docstrings say', async () => {
  // `npm run readme` writes them.
  await expect(writeTables(readme)).toMatchFileSnapshot('../../README.md')
})

test('a table of the README that nothing makes is refused', () => {
  expect(() => writeTables('<!-- table: misspelt -->\n<!-- end -->')).toThrow('misspelt')
})

describe('the tables name everything and nothing else', () => {
  const toAttribute = (name: string) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  test.each([
    ['the tag’s attributes', readNames('attribute'), Object.keys(SETTINGS).map(toAttribute)],
    ['health’s reasons', readNames('reason | state'), PROBLEM_NAMES],
  ])('%s', (_what, named, known) => {
    expect(known.length).toBeGreaterThan(2)
    expect([...named].sort()).toEqual([...known].sort())
  })
})

test('the table names every metric and no other', async () => {
  const text = await createMetrics('1.2.3').toText({ state: 'ok', problems: [], counts: undefined })
  const known = [...text.matchAll(/^# TYPE (ringup_\S+)/gm)].map(([, name = '']) => name)
  const named = readNames('metric')
  expect(known.length).toBeGreaterThan(8)
  expect([...named].sort()).toEqual([...known].sort())
})

test('the table names every command', () => {
  const help = (...args: string[]) =>
    execFileSync('node', [join(built, 'cli.js'), ...args, '--help'], { encoding: 'utf8' })
  const toNames = (text: string) =>
    [...text.slice(text.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)(?: \[options\])?/gm)].map(([, name]) => name)
  const known = [...toNames(help()), ...toNames(help('events')).map((name) => `events ${name}`)]
  const named = readNames('command').map((command) => command.replace(/^ringup | <.*/g, ''))
  const leftOut = ['events', 'help', 'events help']
  expect(named.sort()).toEqual(known.filter((name) => !leftOut.includes(name ?? '')).sort())
})

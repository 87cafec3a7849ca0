/** Promise: the snippet imports types from the contract and does not contain schemas. Proxy and snippet share nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { SETTINGS } from '../../src/contract/settings.js'
import type { Settings } from '../../src/snippet/core/settings.js'

const root = join(import.meta.dirname, '../..')

describe('the script for shoppers', () => {
  const names = readdirSync('dist').filter((name) => /^ringup(-whole|-rest-[\da-f]{16})?\.js$/.test(name))

  test('is the core, the rest, or both in one file', () => {
    expect(names.sort()).toEqual([expect.stringMatching(/^ringup-rest-/), 'ringup-whole.js', 'ringup.js'])
  })

  test.each(names)('does not contain schema code (%s)', (name) => {
    expect(readFileSync(join('dist', name), 'utf8')).not.toMatch(/zod|safeParse|invalid_type|strictObject/i)
  })
})

test('the examiner checks the snippet’s own settings', () => {
  expectTypeOf<keyof typeof SETTINGS>().toEqualTypeOf<keyof Settings>()
})

describe('the snippet’s own files', () => {
  const files = readFiles('src/snippet').filter(({ file }) => !file.endsWith('.d.ts'))

  test('do not import one another in a circle', () => {
    const lines = readImports('src').filter(({ kind }) => kind === 'values')
    const toImported = (file: string) =>
      lines.filter((line) => line.file === file).map(({ path }) => path.replace(/\.js$/, '.ts'))
    const reach = (file: string, seen: string[]): string[] =>
      seen.includes(file) ? [...seen, file] : toImported(file).flatMap((next) => reach(next, [...seen, file]))
    expect(files.map(({ file }) => reach(file, []))).toEqual(files.map(() => []))
  })
})

describe('snippet and proxy share only the contract and the reading code', () => {
  test.each([
    [/^src\/snippet\//, /^src\/(snippet\/|contract\/limits\.js$)/, 'values'],
    [/^src\/snippet\/core\//, /^src\/(snippet\/core|contract)\//, 'types'],
    [/^src\/snippet\/core\//, /^src\/(snippet\/core\/|contract\/limits\.js$)/, 'values'],
    [
      /^src\/examine\//,
      /^(src\/(examine|snippet|contract|normalise|recipes\/consent)\/|src\/recipes\/(widgets|fit)\.js$|zod\/mini$|@medv\/finder$)/,
      'values',
    ],
    [/^src\/snippet\//, /^src\/(snippet|contract|normalise)\//, 'types'],
    [
      /^src\/normalise\//,
      /^src\/(normalise|contract\/(email|entities|limits|names|order-key|order-number)\.js$)/,
      'values',
    ],
    [/^src\/normalise\//, /^src\/(normalise|contract)\//, 'types'],
    [/^src\/proxy\//, /^(src\/(proxy|contract|normalise|recipes|pages)\/|src\/setup\/known\.js$|(?!src\/))/, 'values'],
    [/^src\/proxy\//, /^(?!src\/snippet\/)/, 'types'],
  ])('%o imports only %o (%s)', (from, allowed, kind) => {
    const lines = readImports('src').filter((line) => line.kind === kind && from.test(line.file))
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter(({ path }) => !allowed.test(path))).toEqual([])
  })
})

test('no file of the proxy imports itself through others, types included', () => {
  const imported = new Map<string, string[]>()
  for (const { file, path } of readImports('src/proxy')) {
    imported.set(file, [...(imported.get(file) ?? []), path.replace(/\.js$/, '.ts')])
  }
  expect(imported.size).toBeGreaterThan(100)
  const over = new Set<string>()
  function findCircle(file: string, before: string[]): string[] {
    if (before.includes(file)) return [...before.slice(before.indexOf(file)), file]
    if (over.has(file)) return []
    const circle = (imported.get(file) ?? []).map((next) => findCircle(next, [...before, file]))
    over.add(file)
    return circle.find(({ length }) => length > 0) ?? []
  }
  expect([...imported.keys()].map((file) => findCircle(file, [])).filter(({ length }) => length > 0)).toEqual([])
})

/** Lists every import and re-export below a folder. Imports of types are left out, because they do not exist at run time. */
function readImports(below: string) {
  return readFiles(below).flatMap(({ file, text }) => {
    const lines = text.matchAll(/^(?:import|export) (type )?(?:[^'"]*? from )?'([^']+)'$/gm)
    return Array.from(lines, ([, type, path = '']) => ({
      file,
      kind: type ? 'types' : 'values',
      path: path.startsWith('.') ? join(dirname(file), path) : path,
    }))
  })
}

/** Lists all sources below a folder. */
function readFiles(below: string) {
  const names = readdirSync(join(root, below), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => join(below, name))
  return files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/** The snippet takes types from the contract and brings no schema along; proxy and snippet meet nowhere else. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { SETTINGS } from '../../src/contract/settings.js'
import type { Settings } from '../../src/snippet/settings.js'

const root = join(import.meta.dirname, '../..')

describe('what a shopper loads', () => {
  const script = readFileSync('dist/ringup.js')

  test('is at most 13,312 bytes of brotli', () => {
    expect(brotliCompressSync(script).length).toBeLessThanOrEqual(13_312)
  })

  test('contains no schema code', () => {
    expect(script.toString()).not.toMatch(/zod|safeParse|invalid_type|strictObject/i)
  })
})

test('the settings that a page is checked for are the snippet’s own', () => {
  expectTypeOf<keyof typeof SETTINGS>().toEqualTypeOf<keyof Settings>()
})

describe('snippet and proxy meet only in the contract and where both read', () => {
  test.each([
    [/^src\/snippet\/(?!debug\/)/, /^src\/(snippet\/(?!debug\/)|contract\/(limits|variants)\.js$)/, 'values'],
    [/^src\/snippet\/debug\//, /^(src\/(snippet|contract|normalise|recipes\/consent)\/|zod\/mini$)/, 'values'],
    [/^src\/snippet\//, /^src\/(snippet|contract|normalise)\//, 'types'],
    [/^src\/normalise\//, /^src\/(normalise|contract\/limits\.js$)/, 'values'],
    [/^src\/normalise\//, /^src\/(normalise|contract)\//, 'types'],
    [/^src\/proxy\//, /^(src\/(proxy|contract|normalise|recipes|pages)\/|src\/setup\/known\.js$|(?!src\/))/, 'values'],
    [/^src\/proxy\//, /^(?!src\/snippet\/)/, 'types'],
  ])('%o imports only %o (%s)', (from, allowed, kind) => {
    const lines = readImports('src').filter((line) => line.kind === kind && from.test(line.file))
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter(({ path }) => !allowed.test(path))).toEqual([])
  })
})

test('no file of the proxy comes back to itself by what it imports, types included', () => {
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

/** Every import and re-export below a folder; what is imported as a type is gone at run time. */
function readImports(below: string) {
  const files = readdirSync(join(root, below), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ts$/.test(name),
  )
  return files.flatMap((name) => {
    const file = join(root, below, name)
    const lines = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (type )?(?:[^'"]*? from )?'([^']+)'$/gm)
    return Array.from(lines, ([, type, path = '']) => ({
      file: relative(root, file),
      kind: type ? 'types' : 'values',
      path: path.startsWith('.') ? relative(root, join(dirname(file), path)) : path,
    }))
  })
}

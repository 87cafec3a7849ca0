/** Promise: the snippet imports types from the contract and does not contain schemas. Proxy and snippet share nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { SETTINGS } from '../../src/contract/settings.js'
import type { Settings } from '../../src/snippet/core/settings.js'
import { findCircles, readFiles, readImports, readRooms } from '../support/import-graph.js'

describe('the script for shoppers', () => {
  const names = readdirSync('dist').filter((name) => /^ringup(-whole|-rest-[\da-f]{16})?\.js$/.test(name))

  test('is the core, the rest, or both in one file', () => {
    expect(names.sort()).toEqual([expect.stringMatching(/^ringup-rest-/), 'ringup-whole.js', 'ringup.js'])
  })

  test.each(names)('does not contain schema code (%s)', (name) => {
    expect(readFileSync(join('dist', name), 'utf8')).not.toMatch(/zod|safeParse|invalid_type|strictObject/i)
  })

  test.each(names)('calls no method that browsers of 2021 lack (%s)', (name) => {
    const NEWER = /\.(at|findLast|findLastIndex|hasOwn|toReversed|toSorted|toSpliced|with)\(|structuredClone/
    expect(readFileSync(join('dist', name), 'utf8')).not.toMatch(NEWER)
  })
})

test('the examiner checks the snippet’s own settings', () => {
  expectTypeOf<keyof typeof SETTINGS>().toEqualTypeOf<keyof Settings>()
})

describe('snippet and proxy share only the contract and the reading code', () => {
  test.each([
    [/^src\/snippet\//, /^src\/(snippet\/|contract\/limits\.js$)/, 'values'],
    [/^src\/snippet\/core\//, /^src\/(snippet\/core|contract)\//, 'types'],
    [/^src\/snippet\/core\//, /^src\/(snippet\/core\/|contract\/limits\.js$)/, 'values'],
    [
      /^src\/examine\//,
      /^(src\/(examine|snippet|contract|normalise|recipes\/consent)\/|src\/recipes\/(brief|fit)\.js$|zod\/mini$)/,
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

const FOLDERS = [...new Set(readFiles('src').map(({ file }) => dirname(file)))].flatMap(withParents)

test.each([...new Set(FOLDERS)])('in %s no import runs back up', (folder) => {
  const toRoom = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined
  expect(findCircles(readRooms(folder, toRoom))).toEqual([])
})

function withParents(folder: string): string[] {
  return folder === '.' ? [] : [folder, ...withParents(dirname(folder))]
}

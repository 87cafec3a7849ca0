/** Promise: each promise of the list has one or two tests that npm test runs, and each promise of the README is in the list. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROMISES, SURVIVED } from '../promises.js'
import { SELDOM_TRIED } from '../support/long-run.mjs'
import { readText } from '../support/readme.js'

const SELDOM = Object.values(SELDOM_TRIED).flat()

/** The source of all tests that npm test runs. */
const code = ['rules', 'unit', 'conformance', 'faults', 'browser']
  .flatMap((folder) =>
    readdirSync(join('test', folder), { recursive: true, encoding: 'utf8' }).map((name) => join('test', folder, name)),
  )
  .filter((path) => /\.((test|spec)\.ts|story)$/.test(path) && !SELDOM.includes(path))
  .map((path) => readFileSync(path, 'utf8').replace(/^## (.*)$/gm, "'$1'"))
  .join('\n')
  .replace(/\$\{[^}]*\}/g, '…')

/** A title is in quotes, as a test's own, or as the first value of its row. */
const isThere = (name: string) => ["'", '`'].some((quote) => code.includes(quote + name + quote))

const all = [SURVIVED, ...Object.values(PROMISES)].flatMap((part) => Object.entries(part))

test.each(all)('%s', (_promise, tests) => {
  expect(tests.filter((name) => name !== undefined && !isThere(name))).toEqual([])
})

test('the list has each row of the README’s table of survived faults, and no other', () => {
  const [, table = ''] = /<!-- table: survival -->\n(.*?)<!-- end -->/s.exec(readText('README.md')) ?? []
  const rows = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1]?.trim())
  expect(rows.filter(Boolean)).toEqual(Object.keys(SURVIVED))
})

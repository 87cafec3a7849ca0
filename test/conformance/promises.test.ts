/** Promise: no promise goes untested: each of the list has a test or two that npm test runs, and each of the README's is in the list. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROMISES, SURVIVED } from '../promises.js'
import { SELDOM_TRIED } from '../support/long-run.mjs'
import { readText } from '../support/readme.js'

const SELDOM = Object.values(SELDOM_TRIED).flat()

/** All that npm test runs, as it is written. */
const code = ['unit', 'conformance', 'faults', 'browser']
  .flatMap((folder) =>
    readdirSync(join('test', folder), { recursive: true, encoding: 'utf8' }).map((name) => join('test', folder, name)),
  )
  .filter((path) => /\.(test|spec)\.ts$/.test(path) && !SELDOM.includes(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
  .replace(/\$\{[^}]*\}/g, '…')

/** A name stands in quotes, as a test's own or as the first word of its row. */
const isThere = (name: string) => ["'", '`'].some((quote) => code.includes(quote + name + quote))

const all = [SURVIVED, ...Object.values(PROMISES)].flatMap((part) => Object.entries(part))

test.each(all)('%s', (_promise, tests) => {
  expect(tests.filter((name) => name !== undefined && !isThere(name))).toEqual([])
})

test('the README has each row of what it survives in the list, and no other', () => {
  const [, table = ''] = /<!-- table: survival -->\n(.*?)<!-- end -->/s.exec(readText('README.md')) ?? []
  const rows = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1]?.trim())
  expect(rows.filter(Boolean)).toEqual(Object.keys(SURVIVED))
})

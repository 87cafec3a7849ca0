/** Promise: sizes, settings, fields and code in the README and the guides are correct. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { toEnvFile } from '../../src/proxy/operate/commands/init.js'
import { BLOCKS, GUIDES, readAllBlocks, readme, readNames, readText } from '../support/readme.js'
import { TABLE_NAMES, writeTables } from '../support/reference.js'

test('the size is that of the build', () => {
  const bytes = brotliCompressSync(readFileSync(join('dist', 'ringup.js'))).length
  expect(/[\d,]+(?= bytes \(brotli\))/.exec(readme)?.[0]).toBe(bytes.toLocaleString('en'))
})

test('each code block has a name', () => {
  const names = Object.entries(BLOCKS)
  const named = readAllBlocks().map(({ code }) =>
    names.filter(([, words]) => code.includes(words)).map(([name]) => name),
  )
  expect([...new Set(named.flat())].sort()).toEqual(names.map(([name]) => name).sort())
  expect(named.filter(({ length }) => length !== 1)).toEqual([])
})

test.each([...GUIDES, 'llms.txt'])('each link of %s leads to a heading, or to a file', (path) => {
  const words = readText(path).replaceAll(/^```.*?^```/gms, '')
  const links = [...words.matchAll(/\]\(([\w#.][\w./#-]*)\)/g)].map(([, link = '']) => link)
  const leads = (link: string) => {
    const [file = '', heading] = link.split('#')
    const target = file ? join(dirname(path), file) : path
    return existsSync(target) && (heading === undefined || readHeadings(readText(target)).includes(heading))
  }
  expect(links.filter((link) => !leads(link))).toEqual([])
})

test.each(GUIDES)('each file of the repository that %s names exists', (path) => {
  const paths = [...readText(path).matchAll(/(?<![\w./-])(?:demo|src|test)\/[\w./-]*\w/g)].map(([name]) => name)
  expect(paths.filter((name) => !existsSync(name))).toEqual([])
})

/** Reads the headings in the form of GitHub's links. */
const readHeadings = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

test('the files that it names for shops and operators are in the package', () => {
  const words = GUIDES.filter((path) => !path.startsWith('.github'))
    .map(readText)
    .join('\n')
  const named = [...words.matchAll(/\b(?:dist|src\/(?:gtm|proxy|shopify))\/[\w./-]*\w/g)].map(([path]) => path)
  expect(named.length).toBeGreaterThan(8)
  const isPacked = (path: string) =>
    packageJson.files.some((packed) => `${path.replace(/^dist\/[\w-]+\.js$/, 'dist/*.js')}/`.startsWith(`${packed}/`))
  expect(named.filter((path) => !isPacked(path))).toEqual([])
})

test.each(GUIDES)('the reference tables of %s match schemas and docstrings', async (path) => {
  // `npm run readme` writes them.
  await expect(writeTables(readText(path))).toMatchFileSnapshot(join('../..', path))
})

test('the reference tables: the example of settings is the file of `ringup init`', async () => {
  await expect(toEnvFile()).toMatchFileSnapshot('../../src/proxy/deploy/ringup.env.example')
})

test('each reference table is in exactly one guide', () => {
  const named = [...readme.matchAll(/<!-- table: (.*?) -->/g)].map(([, name = '']) => name)
  expect(named.sort()).toEqual(TABLE_NAMES.sort())
})

test('the table names every command', () => {
  const help = (...args: string[]) =>
    execFileSync('node', [join('dist', 'cli.js'), ...args, '--help'], { encoding: 'utf8' })
  const toNames = (text: string) =>
    [...text.slice(text.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)(?: \[options\])?/gm)].map(([, name]) => name)
  const known = [...toNames(help()), ...toNames(help('events')).map((name) => `events ${name}`)]
  const named = readNames('command').map((command) => command.replace(/^ringup | (<|--).*/g, ''))
  const leftOut = ['events', 'help', 'events help']
  expect(named.sort()).toEqual(known.filter((name) => !leftOut.includes(name ?? '')).sort())
})

/** Promise: a tag with a hash continues to work after an update, for a year. */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import { openScriptArchive, toScriptsFolder } from '../../../../src/proxy/run/script-archive.js'
import { readSnippetFiles } from '../../../../src/proxy/run/snippet-files.js'
import { createHandler, newFolder } from '../../../support/proxy.js'
import { mountSmallDisk } from '../../../support/small-disk.js'

const DAY_MS = 86_400_000
/** An error of the system in a form that the log keeps, with the setting that can mend it. */
const NAMED = /^Error: E[A-Z]+: RINGUP_SCRIPTS cannot be used: /
const disk = mountSmallDisk(1)
if (!disk) console.warn('SKIPPED: no small disk may be mounted here, so the archive was not tried on a full one.')
afterAll(() => disk?.remove())

let folder: { path: string; remove: () => void }
let scripts: string
let lines: Line[]
beforeEach(() => {
  lines = []
  folder = newFolder()
  scripts = join(folder.path, 'ringup.db-scripts')
})
afterEach(() => folder.remove())

/** Starts a version of the proxy, as far as the script needs it. */
async function start(code: string, nowMs = Date.now()) {
  const file = join(folder.path, 'ringup.js')
  writeFileSync(file, code)
  const current = await readSnippetFiles(pathToFileURL(file))
  const archive = await openScriptArchive(
    scripts,
    current.files,
    (line) => lines.push(line),
    () => nowMs,
  )
  const { handle } = createHandler({}, { files: [...current.files, ...archive.files] })
  const get = (name: string) => handle(new Request(`http://proxy.example/ringup/${name}`))
  return { name: current.file, archive, get }
}

test('the two earlier versions are served permanently, with their own content', async () => {
  const versions = [await start('first()'), await start('second()'), await start('third()')]
  const latest = versions.at(-1)
  const answers = await Promise.all(versions.map(({ name }) => latest?.get(name)))
  expect(await Promise.all(answers.map((answer) => answer?.text()))).toEqual(['first()', 'second()', 'third()'])
  for (const answer of answers) expect(answer?.headers.get('cache-control')).toContain('immutable')
})

test('a version is forgotten a year after it was last the current one', async () => {
  const first = await start('first()')
  const agoMs = Date.now() - 300 * DAY_MS
  utimesSync(join(scripts, first.name), agoMs / 1_000, agoMs / 1_000)
  await first.archive.touch() // it is still served
  const soon = await start('second()', Date.now() + 364 * DAY_MS)
  expect((await soon.get(first.name)).status).toBe(200)
  const late = await start('third()', Date.now() + 366 * DAY_MS)
  expect((await late.get(first.name)).status).toBe(404)
  expect(readdirSync(scripts).filter((name) => name.startsWith(first.name))).toEqual([])
})

describe('the rest', () => {
  const writeRest = (code: string) => {
    const hash = createHash('sha384').update(code).digest('hex').slice(0, 16)
    const name = `ringup-rest-${hash}.js`
    writeFileSync(join(folder.path, name), code)
    return name
  }

  test('of the version before is served to its core after an update', async () => {
    const name = writeRest('takeOver()')
    await start(`import("${name}")`)
    rmSync(join(folder.path, name))
    const next = writeRest('takeOver(better)')
    const { get } = await start(`import("${next}")`)
    const answers = await Promise.all([name, next].map(get))
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['takeOver()', 'takeOver(better)'])
    for (const answer of answers) expect(answer.headers.get('cache-control')).toContain('immutable')
  })

  test('is forgotten a year after its version was last the current one', async () => {
    const name = writeRest('takeOver()')
    const first = await start('first()')
    rmSync(join(folder.path, name))
    const agoMs = Date.now() - 300 * DAY_MS
    utimesSync(join(scripts, name), agoMs / 1_000, agoMs / 1_000)
    await first.archive.touch()
    const soon = await start('second()', Date.now() + 364 * DAY_MS)
    expect((await soon.get(name)).status).toBe(200)
    const late = await start('third()', Date.now() + 366 * DAY_MS)
    expect((await late.get(name)).status).toBe(404)
  })
})

test('a file whose content does not match its name is not served', async () => {
  const first = await start('first()')
  writeFileSync(join(scripts, first.name), 'something else()')
  expect((await (await start('second()')).get(first.name)).status).toBe(404)
})

test('a web server finds the current files there, in each form, and may read them', async () => {
  const { name } = await start('first()')
  expect(readdirSync(scripts).sort()).toEqual(
    [name, 'ringup.js'].flatMap((each) => [each, `${each}.br`, `${each}.gz`]).sort(),
  )
  expect(brotliDecompressSync(readFileSync(join(scripts, 'ringup.js.br'))).toString()).toBe('first()')
  expect(statSync(join(scripts, 'ringup.js')).mode & 0o777).toBe(0o644)
  expect(statSync(scripts).mode & 0o777).toBe(0o755)
})

describe('the folder', () => {
  test.each<
    [settings: { scripts: string | undefined; database: string }, expected: string | undefined, reason: string]
  >([
    [{ scripts: '/srv/ringup', database: 'postgres://host/db' }, '/srv/ringup', 'the named one'],
    [{ scripts: undefined, database: '/data/ringup.db' }, '/data/ringup.db-scripts', 'beside the database'],
    [{ scripts: undefined, database: 'postgres://host/db' }, undefined, 'none: a server has no place beside it'],
    [{ scripts: undefined, database: ':memory:' }, undefined, 'none'],
  ])('of %j is %j (%s)', (settings, expected) => {
    expect(toScriptsFolder(settings)).toBe(expected)
  })

  test.each([0o1777, 0o700])('that was there before keeps its mode (%o)', async (mode) => {
    mkdirSync(scripts)
    chmodSync(scripts, mode)
    await start('first()')
    expect(statSync(scripts).mode & 0o7777).toBe(mode)
    expect(readdirSync(scripts)).toContain('ringup.js')
  })

  test('that cannot exist is logged with its setting, and the proxy still serves', async () => {
    scripts = '/proc/nope/scripts'
    const { name, get } = await start('first()')
    expect(lines[0]).toEqual({ event: 'scripts_not_kept', reason: expect.stringMatching(NAMED) })
    expect((await get(name)).status).toBe(200)
  })

  test('and the folders above it are created', async () => {
    scripts = join(folder.path, 'a', 'b', 'scripts')
    const { name } = await start('first()')
    expect(readdirSync(scripts)).toContain(name)
  })

  test('that cannot be written is logged; the script is served, and kept once it can be', async () => {
    writeFileSync(scripts, 'a file')
    const { name, archive, get } = await start('first()')
    expect(lines[0]).toEqual({ event: 'scripts_not_kept', reason: expect.stringMatching(NAMED) })
    expect((await get(name)).status).toBe(200)
    rmSync(scripts)
    await archive.touch()
    expect(readdirSync(scripts)).toContain(name)
  })
})

describe.skipIf(!disk)('a full disk', () => {
  test('is logged; earlier versions are served, and no partial file is left', async () => {
    scripts = join(disk?.path ?? '', 'scripts')
    const first = await start('first()')
    disk?.fill(0)
    const second = await start('second()')
    expect(lines).toEqual([{ event: 'scripts_not_kept', reason: expect.stringMatching(/^Error: ENOSPC: /) }])
    expect(await (await second.get(first.name)).text()).toBe('first()')
    expect(readdirSync(scripts).filter((name) => name.endsWith('.new'))).toEqual([])
  })
})

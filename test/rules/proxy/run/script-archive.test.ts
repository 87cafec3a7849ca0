/**
 * Promise: a tag with a hash, and a cached core that imports its rest, work after an update. A folder that fails does
 * not stop the proxy.
 */
import crypto, { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import { openServedScript } from '../../../../src/proxy/run/served-script.js'
import { toScriptsFolder } from '../../../../src/proxy/served-tag.js'
import type { Settings } from '../../../../src/proxy/settings.js'
import { createHandler, createSettings, newFolder } from '../../../support/proxy.js'
import { mountSmallDisk } from '../../../support/small-disk.js'

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
async function start(code: string) {
  const file = join(folder.path, 'ringup.js')
  writeFileSync(file, code)
  const log = (line: Line) => lines.push(line)
  const { snippet, files } = await openServedScript(pathToFileURL(file), createSettings({ scripts }), log)
  const { handle } = createHandler({}, { files })
  const get = (name: string) => handle(new Request(`http://proxy.example/ringup/${name}`))
  return { name: snippet.file, get }
}

test('earlier versions are served permanently, with their own content', async () => {
  const versions = [await start('first()'), await start('second()'), await start('third()')]
  const answers = await Promise.all(versions.map(({ name }) => versions[2]?.get(name)))
  expect(await Promise.all(answers.map((answer) => answer?.text()))).toEqual(['first()', 'second()', 'third()'])
  for (const answer of answers) expect(answer?.headers.get('cache-control')).toContain('immutable')
})

test('the rest of the version before is served to its core', async () => {
  const hash = createHash('sha384').update('takeOver()').digest('hex').slice(0, 16)
  const name = `ringup-rest-${hash}.js`
  writeFileSync(join(folder.path, name), 'takeOver()')
  await start(`import("${name}")`)
  rmSync(join(folder.path, name))
  expect(await (await (await start('second()')).get(name)).text()).toBe('takeOver()')
})

test('a file whose content does not match its name is not served', async () => {
  const { name } = await start('first()')
  writeFileSync(join(scripts, name), 'something else()')
  expect((await (await start('second()')).get(name)).status).toBe(404)
})

test('a web server finds the current files, in each form, and may read them', async () => {
  const { name } = await start('first()')
  const forms = [name, 'ringup.js'].flatMap((each) => [each, `${each}.br`, `${each}.gz`])
  expect(readdirSync(scripts).sort()).toEqual(forms.sort())
  expect(brotliDecompressSync(readFileSync(join(scripts, 'ringup.js.br'))).toString()).toBe('first()')
  expect([scripts, join(scripts, name)].map((path) => statSync(path).mode & 0o777)).toEqual([0o755, 0o644])
})

test('a link under the name of a file is replaced, not followed', async () => {
  const other = join(folder.path, 'other')
  writeFileSync(other, 'of another user')
  mkdirSync(scripts)
  symlinkSync(other, join(scripts, 'ringup.js'))
  await start('first()')
  expect([other, join(scripts, 'ringup.js')].map((path) => readFileSync(path, 'utf8'))).toEqual([
    'of another user',
    'first()',
  ])
})

test('a link under the guessed name of a new file is not followed', async () => {
  const guessed = vi.spyOn(crypto, 'randomUUID').mockReturnValue('11111111-1111-4111-8111-111111111111')
  syncBuiltinESMExports()
  const other = join(folder.path, 'other')
  writeFileSync(other, 'of another user')
  mkdirSync(scripts)
  symlinkSync(other, join(scripts, `ringup.js.${crypto.randomUUID()}.new`))
  await start('first()')
  guessed.mockRestore()
  syncBuiltinESMExports()
  expect([readFileSync(other, 'utf8'), lines]).toEqual([
    'of another user',
    [expect.objectContaining({ event: 'scripts_not_kept' })],
  ])
})

describe('the folder', () => {
  test.each<[settings: Pick<Settings, 'scripts' | 'database'>, expected: string | undefined, reason: string]>([
    [{ scripts: '/srv/ringup', database: 'postgres://host/db' }, '/srv/ringup', 'the named one'],
    [{ scripts: undefined, database: '/data/ringup.db' }, '/data/ringup.db-scripts', 'next to the database'],
    [{ scripts: undefined, database: 'postgres://host/db' }, undefined, 'a server has no folder next to it'],
    [{ scripts: undefined, database: ':memory:' }, undefined, 'none'],
  ])('of %j is %j (%s)', (settings, expected) => {
    expect(toScriptsFolder(settings)).toBe(expected)
  })

  test.each([
    ['cannot exist', () => '/proc/nope/scripts'],
    ['is a file', () => join(folder.path, 'ringup.js')],
  ])('that %s is one line of the log with its setting, and the script is served', async (_what, toPath) => {
    scripts = toPath()
    const { name, get } = await start('first()')
    const reason = expect.stringMatching(/^Error: E[A-Z]+: RINGUP_SCRIPTS cannot be used: /)
    expect(lines).toEqual([{ event: 'scripts_not_kept', reason }])
    expect((await get(name)).status).toBe(200)
  })

  test.skipIf(!disk)('on a full disk is logged; no partial file is left', async () => {
    scripts = join(disk?.path ?? '', 'scripts')
    const first = await start('first()')
    disk?.fill(0)
    const second = await start('second()')
    expect(lines).toEqual([{ event: 'scripts_not_kept', reason: expect.stringMatching(/^Error: ENOSPC: /) }])
    expect(await (await second.get(first.name)).text()).toBe('first()')
    expect(readdirSync(scripts).filter((name) => name.endsWith('.new'))).toEqual([])
  })
})

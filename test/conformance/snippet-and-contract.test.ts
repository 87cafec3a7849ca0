/** The snippet takes types from the contract and brings no schema along; proxy and snippet meet nowhere else. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

describe('what a shopper loads', () => {
  let folder = ''
  let script = Buffer.alloc(0)
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ringup-'))
    execFileSync('node', ['build.mjs', folder], { cwd: root, stdio: 'pipe' })
    script = readFileSync(join(folder, 'ringup.js'))
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is at most 6,656 bytes of brotli', () => {
    expect(brotliCompressSync(script).length).toBeLessThanOrEqual(6656)
  })

  test('contains no schema code', () => {
    expect(script.toString()).not.toMatch(/zod|safeParse|invalid_type|strictObject/i)
  })
})

describe('snippet and proxy meet only in the contract', () => {
  test.each([
    [/^src\/snippet\/(?!debug\/)/, /^src\/(snippet\/(?!debug\/)|contract\/limits\.js$)/, 'values'],
    [/^src\/snippet\/debug\//, /^(src\/(snippet|contract)\/|zod\/mini$)/, 'values'],
    [/^src\/snippet\//, /^src\/(snippet|contract)\//, 'types'],
    [/^src\/proxy\//, /^(src\/(proxy|contract)\/|[^.])/, 'values'],
    [/^src\/proxy\//, /^(?!src\/snippet\/)/, 'types'],
  ])('%o imports only %o (%s)', (from, allowed, kind) => {
    const lines = readImports('src').filter((line) => line.kind === kind && from.test(line.file))
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter(({ path }) => !allowed.test(path))).toEqual([])
  })
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

/** Promise: what is installed from the registry works: every guide and declaration it needs is in it, and types hold. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newFolder } from '../support/proxy.js'

const [{ files }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' }),
)
const packed = new Set<string>(files.map(({ path }: { path: string }) => path))

describe('the package', () => {
  test.each([
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'src/proxy/README.md',
    'src/proxy/operate/README.md',
    'src/PRIVACY.md',
    'dist/ringup.js',
    'dist/cli.js',
  ])('has %s', (path) => expect(packed.has(path)).toBe(true))

  test('has no source, test or part of the demo', () => {
    const known = /^(dist\/|src\/.*\.md$|src\/proxy\/deploy\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/
    expect([...packed].filter((path) => !known.test(path) || /^dist\/(demo|bench)\//.test(path))).toEqual([])
  })

  test('has each declaration that another one imports', () => {
    const declarations = [...packed].filter((path) => path.endsWith('.d.ts'))
    const imported = declarations.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/['"](\.[^'"]+)\.js['"]/g)].map(([, relative = '']) =>
        normalize(join(dirname(path), `${relative}.d.ts`)),
      ),
    )
    expect(imported.length).toBeGreaterThan(20)
    expect(imported.filter((path) => !packed.has(path))).toEqual([])
  })
})

test('no text tells anybody to run what the registry has under a name that is not installed here', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const installed = [...Object.keys(devDependencies), 'tsc', 'playwright'] // two commands that have another name
  const texts = execFileSync('git', ['ls-files', '*.md', 'src', 'demo', 'package.json'], { encoding: 'utf8' }).trim()
  const run = texts
    .split('\n')
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/\bnpx ([\w@/-]+)/g)].map(([, name = '']) => name))
  expect(run).toContain('wrangler')
  expect(run.filter((name) => !installed.includes(name))).toEqual([])
})

describe('for who writes TypeScript', () => {
  const folder = newFolder()
  afterAll(() => folder.remove())
  mkdirSync(join(folder.path, 'node_modules'))
  symlinkSync(resolve('.'), join(folder.path, 'node_modules/ringup'))

  /** What the compiler says of a file of the shop. */
  function compile(code: string): string {
    const file = join(folder.path, 'shop.ts')
    writeFileSync(file, code)
    const options = [
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ]
    try {
      return execFileSync('npx', ['tsc', '--ignoreConfig', ...options, file], { encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      return String((error as { stdout: string }).stdout)
    }
  }

  test.each<[code: string, error: RegExp, reason: string]>([
    [
      "import { configure, convert } from 'ringup'; configure({ endpoint: '/ringup' }); convert({ cart_items: [{ product_id: 'x' }] })",
      /^$/,
      'an order',
    ],
    [
      "import { convert } from 'ringup'; convert({ cart_items: [{ prodct_id: 'x' }] })",
      /product_id/,
      'an item without product_id',
    ],
    [
      "import { configure } from 'ringup'; configure({ endpoint: '/ringup', consent: 'maybe' })",
      /maybe/,
      'a word that is none',
    ],
    ["import type {} from 'ringup/window'; window.ringup.consent('granted')", /^$/, 'the globals of the script tag'],
    [
      "import { sign } from 'ringup/sign'; const text: string = sign({ secret: 's', kind: 'convert', email: 'e', subject: '' })",
      /^$/,
      'a signature',
    ],
    [
      "import { startProxy, readSettings } from 'ringup/node'; startProxy(readSettings(process.env))",
      /process/,
      'only process is unknown',
    ],
  ])('%s: %s (%s)', (code, error) => {
    expect(compile(code).trim()).toMatch(error)
  })
})

/** Promise: two packages from one tree: a front end installs the snippet alone, and whoever runs the proxy gets all it needs. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { Problem } from '../../src/contract/said.js'
import type { Problem as PackedProblem } from '../../src/packages/snippet/said.js'
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
    'llms.txt',
    'dist/openapi.json',
    'src/proxy/README.md',
    'src/proxy/operate/README.md',
    'src/PRIVACY.md',
    'dist/ringup.js',
    'dist/cli.js',
  ])('has %s', (path) => expect(packed.has(path)).toBe(true))

  test('has no source, test or part of the demo', () => {
    const known =
      /^(dist\/|src\/.*\.md$|src\/proxy\/deploy\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|llms\.txt$)/
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

describe('the snippet’s package', () => {
  const folder = newFolder()
  afterAll(() => folder.remove())
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder.path, encoding: 'utf8', stdio: 'pipe' })
  let packedFile: { filename: string; unpackedSize: number; files: { path: string }[] }

  beforeAll(() => {
    const packing = ['pack', resolve('dist/packages/snippet'), '--json', '--pack-destination', folder.path]
    packedFile = JSON.parse(run('npm', ...packing))[0]
    writeFileSync(join(folder.path, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }')
    run('npm', 'install', '--offline', '--no-audit', '--no-fund', `./${packedFile.filename}`)
  })

  test('has module, types and script in less than 150 kB, and brings nothing else along', () => {
    expect(packedFile.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['index.js', 'ringup.js', 'README.md', 'LICENSE', 'types/src/snippet/module.d.ts']),
    )
    expect(packedFile.unpackedSize).toBeLessThan(150_000)
    expect(readdirSync(join(folder.path, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@ringup-proxy',
    ])
    expect(readdirSync(join(folder.path, 'node_modules/@ringup-proxy'))).toEqual(['snippet'])
  })

  test('is bundled into a front end, whose compiler knows the order', async () => {
    const code = (name: string) =>
      `import { configure, convert } from '@ringup-proxy/snippet'
configure({ endpoint: '/ringup' })
convert({ email: 'you@example.com', cart_items: [{ ${name}: 'MUG-1' }] })`
    const check = (text: string) => {
      writeFileSync(join(folder.path, 'main.ts'), text)
      const options = ['--ignoreConfig', '--strict', '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler']
      return spawnSync(resolve('node_modules/.bin/tsc'), [...options, '--lib', 'es2022,dom', 'main.ts'], {
        cwd: folder.path,
        encoding: 'utf8',
      }).stdout
    }
    expect(check(code('prodct_id'))).toContain('prodct_id')
    expect(check(code('product_id'))).toBe('')
    const options = { bundle: true, minify: true, format: 'esm', write: false } as const
    const { outputFiles } = await build({ ...options, entryPoints: [join(folder.path, 'main.ts')] })
    const bytes = brotliCompressSync(outputFiles[0]?.contents ?? '').length
    console.log(`a front end with the snippet: ${bytes.toLocaleString('en')} bytes (brotli)`)
    expect(bytes).toBeLessThan(brotliCompressSync(readFileSync('dist/ringup.js')).length)
  })
})

test('what the snippet’s package says by hand of a problem is what the code says', () => {
  expectTypeOf<PackedProblem>().toEqualTypeOf<Problem>()
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
  const scope = join(folder.path, 'node_modules/@ringup-proxy')
  mkdirSync(scope, { recursive: true })
  symlinkSync(resolve('.'), join(scope, 'proxy'))
  symlinkSync(resolve('dist/packages/snippet'), join(scope, 'snippet'))

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
      "import { configure, convert } from '@ringup-proxy/snippet'; configure({ endpoint: '/ringup' }); convert({ cart_items: [{ product_id: 'x' }] })",
      /^$/,
      'an order',
    ],
    [
      "import { convert } from '@ringup-proxy/snippet'; convert({ cart_items: [{ prodct_id: 'x' }] })",
      /product_id/,
      'an item without product_id',
    ],
    [
      "import { configure } from '@ringup-proxy/snippet'; configure({ endpoint: '/ringup', consent: 'maybe' })",
      /maybe/,
      'a word that is none',
    ],
    [
      "import type {} from '@ringup-proxy/snippet/window'; window.ringup.consent('granted')",
      /^$/,
      'the globals of the script tag',
    ],
    [
      "import { sign } from '@ringup-proxy/proxy/sign'; const text: string = sign({ secret: 's', kind: 'convert', email: 'e', subject: '' })",
      /^$/,
      'a signature',
    ],
    [
      "import { startProxy, readSettings } from '@ringup-proxy/proxy/node'; startProxy(readSettings(process.env))",
      /process/,
      'only process is unknown',
    ],
  ])('%s: %s (%s)', (code, error) => {
    expect(compile(code).trim()).toMatch(error)
  })
})

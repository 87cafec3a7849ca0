/** Promise: one tree makes two packages. A front end installs only the snippet, and the proxy's package has all that the proxy needs. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { Problem } from '../../src/contract/raw.js'
import type { Problem as PackedProblem } from '../../src/packages/snippet/raw.js'
import { newFolder } from '../support/proxy.js'

const [{ files }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' }),
)
const packed = new Set<string>(files.map(({ path }: { path: string }) => path))

describe('the package', () => {
  test('has its guides and its programs', () => {
    const guides = ['README.md', 'LICENSE', 'CHANGELOG.md', 'llms.txt', 'src/PRIVACY.md']
    const ofProxy = ['src/proxy/README.md', 'src/proxy/deploy/README.md', 'dist/openapi.json', 'dist/cli.js']
    expect([...packed]).toEqual(expect.arrayContaining([...guides, ...ofProxy, 'dist/ringup.js']))
  })

  test('has no source, no test and no part of the demo', () => {
    const known =
      /^(dist\/|src\/.*\.md$|src\/proxy\/deploy\/|src\/recipes\/(ringup-report\.php|widgets\.yaml|[\w-]+\/(server\.\w+|events\.xml))$|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|llms\.txt$)/
    expect([...packed].filter((path) => !known.test(path) || /^dist\/(demo|bench)\//.test(path))).toEqual([])
  })

  test('has each imported declaration', () => {
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

const ORDER = `import { configure, convert } from 'ringup'
configure({ endpoint: '/ringup' })
convert({ email: 'you@example.com', cart_items: [{ product_id: 'MUG-1' }] })`

/** Compiles a shop's code. @returns the compiler's messages */
const TYPED: [code: string, said: RegExp][] = [
  [ORDER, /^$/],
  [ORDER.replace('product_id', 'prodct_id'), /product_id/],
  [ORDER.replace("'/ringup'", "'/ringup', consent: 'maybe'"), /maybe/],
  [`import type {} from 'ringup/window'; window.ringup.consent('granted')`, /^$/],
  [
    `import { sign } from 'ringup-proxy/sign'
const text: string = sign({ secret: 's', kind: 'convert', email: 'e', subject: '' })`,
    /^$/,
  ],
  [
    `import { startProxy, readSettings } from 'ringup-proxy/node'
startProxy(readSettings(process.env))`,
    /^[^\n]*'process'[^\n]*$/, // only that one is unknown here
  ],
]

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

  test('has module, types and script in less than 150 kB, without dependencies', () => {
    expect(packedFile.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['index.js', 'ringup.js', 'README.md', 'LICENSE', 'types/src/snippet/module.d.ts']),
    )
    expect(packedFile.unpackedSize).toBeLessThan(150_000)
    expect(readdirSync(join(folder.path, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['ringup'])
  })

  test('and the proxy’s package are known to the compiler', () => {
    symlinkSync(resolve('.'), join(folder.path, 'node_modules/ringup-proxy'))
    const written = TYPED.map(([code], index) => {
      const name = `shop-${index}.ts`
      writeFileSync(join(folder.path, name), code)
      return name
    })
    const options = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext']
    const compiler = resolve('node_modules/.bin/tsc')
    const { stdout } = spawnSync(compiler, [...options, '--target', 'es2022', '--lib', 'es2022,dom', ...written], {
      cwd: folder.path,
      encoding: 'utf8',
    })
    for (const [index, [code, error]] of TYPED.entries()) {
      const said = stdout.split('\n').filter((line) => line.startsWith(`shop-${index}.ts`))
      expect(said.join('\n'), code).toMatch(error)
    }
  })
})

test('the problems in the snippet’s types are those of the code', () => {
  expectTypeOf<PackedProblem>().toEqualTypeOf<Problem>()
})

test('npm refuses to publish the packages while their addresses are placeholders', () => {
  const manifests = ['package.json', 'dist/packages/snippet/package.json'].map((path) =>
    JSON.parse(readFileSync(path, 'utf8')),
  )
  for (const { private: isPrivate, homepage, bugs, repository } of manifests)
    expect(isPrivate === true).toBe(/\bringup\.example\b/.test([homepage, bugs, repository.url].join(' ')))
})

test('no text names a command that npx would download from the registry', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const installed = [...Object.keys(devDependencies), 'tsc', 'playwright'] // two commands with other names
  const texts = execFileSync('git', ['ls-files', '*.md', 'src', 'demo', 'package.json'], { encoding: 'utf8' }).trim()
  const run = texts
    .split('\n')
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/\bnpx ([\w@/-]+)/g)].map(([, name = '']) => name))
  expect(run).toContain('wrangler')
  expect(run.filter((name) => !installed.includes(name))).toEqual([])
})

/**
 * Lays out the snippet's package: module, types and script, without the proxy. A shop's front end installs it without
 * any dependency. The proxy is the package of the repository itself.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { listDeclarations } from '../build/declarations.mjs'

/** The sources from which callers import types. */
export const ENTRIES = ['src/snippet/module.ts', 'src/snippet/window.ts']

/** Written by hand, instead of the compiler's declaration. */
const OWN = { 'src/contract/raw.d.ts': 'src/packages/snippet/raw.d.ts' }

/**
 * @param built the folder of the build, with the declarations of the entries in `types`
 * @throws Error if a declaration needs another package
 */
export function layOutSnippet(built) {
  const target = join(built, 'packages/snippet')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  copyFileSync(join(built, 'index.js'), join(target, 'index.js'))
  copyFileSync(join(built, 'ringup-whole.js'), join(target, 'ringup.js'))
  for (const file of ['LICENSE', 'src/packages/snippet/README.md']) copyFileSync(file, join(target, basename(file)))
  for (const path of listDeclarations(join(built, 'types'), ENTRIES))
    copyDeclaration(path, join(built, 'types'), target)
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(toManifest(), null, 2)}\n`)
}

function toManifest() {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  const { version, license, homepage, bugs, repository, engines } = manifest
  return {
    name: 'ringup',
    version,
    private: manifest.private,
    description: 'Reports a shop’s orders and sign-ups from the page to the shop’s own Ringup proxy',
    license,
    homepage,
    bugs,
    repository,
    type: 'module',
    engines,
    sideEffects: ['./ringup.js'],
    exports: {
      '.': { types: './types/src/snippet/module.d.ts', default: './index.js' },
      './window': { types: './types/src/snippet/window.d.ts' },
      './ringup.js': './ringup.js',
      './package.json': './package.json',
    },
  }
}

function copyDeclaration(path, types, target) {
  const name = relative(resolve(types), path)
  const text = readFileSync(OWN[name] ?? path, 'utf8')
  const foreign = /^(?:(?:import|export)\b.* from|import) ['"]([^.'"][^'"]*)['"];?$/m.exec(text)
  if (foreign) throw new Error(`The snippet’s package has no dependency, and ${name} needs ${foreign[1]}.`)
  const copy = join(target, 'types', name)
  mkdirSync(dirname(copy), { recursive: true })
  writeFileSync(copy, text)
}

/**
 * Cuts the script into two files. In the sources, the rest imports functions of the core as usual. Each function is in
 * one file only: the core hands over a list, and the rest finds each function by its place in the list.
 *
 * The core contains the hash of the rest, so two builds never mix.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const REST = 'src/snippet/rest'

/** The list is a property of the function that marks a running script (src/snippet/core/tag.ts). */
const LIST = `globalThis['ringup:'].shared`

/** `define` for a file that has both parts and does not load another. */
export const BOTH_PARTS = { REST_FILE: '""' }

/**
 * @param options of esbuild
 * @returns the options of both builds: the core, and the rest under its name with the hash
 */
export async function cutCoreAndRest(options) {
  const shared = readShared()
  const rest = { ...options, plugins: [takeFromCore(shared)] }
  const entry = `${REST}/index.ts`
  const { outputFiles } = await build({ ...rest, write: false, entryPoints: [entry] })
  const name = `ringup-rest-${createHash('sha384').update(outputFiles[0].contents).digest('hex').slice(0, 16)}`
  const core = {
    ...options,
    format: 'iife',
    define: { REST_FILE: JSON.stringify(`${name}.js`) },
    entryPoints: { ringup: 'src/snippet/index.ts' },
    plugins: [handOver(shared)],
  }
  return { core, rest: { ...rest, entryPoints: { [name]: entry } } }
}

/** Lists the functions of the core that the rest imports, each with its module. */
function readShared() {
  const files = readdirSync(REST, { recursive: true }).filter((name) => name.endsWith('.ts'))
  const imports = files.flatMap((file) => [
    ...readFileSync(join(REST, file), 'utf8').matchAll(/^import \{([^}]*)\} from '[./]+\/core\/([\w-]+)\.js'/gm),
  ])
  const names = imports.flatMap(([, list, module]) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => `${module} ${name}`),
  )
  return [...new Set(names)].sort().map((pair) => pair.split(' '))
}

/** Replaces each module of the core by its functions in the list. */
function takeFromCore(shared) {
  const places = shared.map((_, place) => `shared${place}`).join(', ')
  return {
    name: 'take-from-core',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\/core\/[\w-]+\.js$/ }, ({ path }) => ({ path: basename(path, '.js'), namespace: 'core' }))
      onResolve({ filter: /^the list$/ }, () => ({ path: 'list', namespace: 'list' }))
      onLoad({ filter: /.*/, namespace: 'core' }, ({ path }) => {
        const own = shared.flatMap(([module, name], place) => (module === path ? `shared${place} as ${name}` : []))
        return { contents: `export { ${own.join(', ')} } from 'the list'` }
      })
      onLoad({ filter: /.*/, namespace: 'list' }, () => ({ contents: `export const [${places}] = ${LIST}` }))
    },
  }
}

/** Adds the list to the core's entry. If the script is on the page twice, the list of the first one stays. */
function handOver(shared) {
  const imports = shared.map(
    ([module, name], place) => `import { ${name} as shared${place} } from './core/${module}.js'`,
  )
  const list = `${LIST} ??= [${shared.map((_, place) => `shared${place}`).join(', ')}]`
  return {
    name: 'hand-over',
    setup({ onLoad }) {
      onLoad({ filter: /snippet[\\/]index\.ts$/ }, ({ path }) => ({
        loader: 'ts',
        contents: [readFileSync(path, 'utf8'), ...imports, list].join('\n'),
      }))
    },
  }
}

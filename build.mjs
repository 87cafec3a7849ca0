/**
 * Builds src, demo and the bench. Prints the size of each bundle, and fails if a bundle exceeds its budget.
 *
 *   node build.mjs [--quiet] [--modules] [--if-needed] [--demo] [--maps] [folder]
 *
 * The default folder is dist. The old folder stays whole until the new one is complete.
 * --quiet      without the table
 * --modules    the table has the size of each module too
 * --if-needed  builds only if a source is newer than the folder, and makes no declarations
 * --demo       only the files that the demo needs, without budgets
 * --maps       with source maps inside the files
 */
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { BOTH_PARTS, cutCoreAndRest } from './src/build/core-and-rest.mjs'
import { writeDeclarations } from './src/build/declarations.mjs'
import { buildEdge } from './src/build/edge.mjs'
import { BUILT, isFresh } from './src/build/fresh.mjs'
import { layOutGallery } from './src/gtm/gallery.mjs'
import { ENTRIES, layOutSnippet } from './src/packages/lay-out-snippet.mjs'

const ifNeeded = process.argv.includes('--if-needed')
const isDemo = process.argv.includes('--demo')
const quiet = isDemo || process.argv.includes('--quiet')
const showsModules = process.argv.includes('--modules')
const sourcemap = process.argv.includes('--maps') && 'inline'
const target = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'dist'
if (ifNeeded && isFresh(target)) process.exit()

/** Next to the target, so that one rename puts it into place. */
const dist = `${target}.${process.pid}.new`
process.on('exit', () => rmSync(dist, { recursive: true, force: true }))

const toBrotli = (bytes) => brotliCompressSync(bytes).length

/** A source that imports nothing. */
async function importSource(path) {
  const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'ts', format: 'esm' })
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

const toRow = (path, budget) => {
  const bytes = readFileSync(path)
  return [path.replace(dist, target), bytes.length, quiet && !budget ? 0 : toBrotli(bytes), budget]
}

const isOver = ([, , brotli, budget]) => budget && brotli > budget

/** Files for tests, demo and build, and parts that files share. The table leaves them out. */
const NOT_SHIPPED = /\/(?:bench|demo|build)\/|\/chunk-/

const shared = { bundle: true, format: 'esm', metafile: true, outdir: dist, logLevel: 'warning', sourcemap }
const browser = { ...shared, platform: 'browser', target: 'es2021', minify: true, define: BOTH_PARTS }
const node = { ...shared, platform: 'node', target: 'node20', packages: 'external', splitting: true }

/**
 * Budgets of the script, in bytes of brotli: the size and 5 %. If a file exceeds its budget, look for a better algorithm, a table, or an unneeded
 * feature. The table then shows the size of each module; so does `npm run build -- --modules`.
 */
const BUDGETS = {
  /** Every page loads it. */
  core: 7370,
  /** A page loads it for an order that the core cannot read, for a form, and for a retry. */
  rest: 8925,
  /** Tags with `integrity`, the module and the pixels. */
  whole: 14950,
}
// Chromium then compiles the whole script in the background while it loads, instead of each function at its first call (V8, "Explicit
// compile hints"). Other browsers ignore the comment.
const ofScript = { ...browser, banner: { js: '//# allFunctionsCalledOnLoad' } }
const { core, rest } = await cutCoreAndRest(ofScript)

/** The script contains no schema code. At run time it imports only plain values of the contract. */
const SNIPPET = /^(core:|list:|src\/(snippet\/|contract\/limits\.ts$))/

const DEMO = {
  'demo/serve': 'demo/serve.ts',
  'demo/api': 'demo/reference-api/serve.ts',
  'demo/pictures': 'demo/pictures/take.ts',
  'build/setup-html': 'src/setup/html.ts',
  'build/snippet-files': 'src/proxy/snippet-files.ts',
}

/** `demo`: the demo needs it. `budget`: in bytes of brotli. `only`: the modules that it may contain. `modules`: the table lists its modules. */
const outputs = [
  { options: core, budget: BUDGETS.core, only: SNIPPET, modules: true, demo: true },
  { options: rest, budget: BUDGETS.rest, only: SNIPPET, modules: true, demo: true },
  {
    options: { ...ofScript, format: 'iife', entryPoints: { 'ringup-whole': 'src/snippet/whole.ts' } },
    budget: BUDGETS.whole,
    only: SNIPPET,
  },
  {
    options: { ...browser, entryPoints: { index: 'src/snippet/module.ts' } },
    only: SNIPPET,
  },
  // A page loads it only if the tag asks for it, so it has no budget.
  { options: { ...browser, entryPoints: { 'ringup-debug': 'src/examine/index.ts' } }, demo: true },
  {
    demo: true, // the set-up page contains it
    // A merchant pastes this file and fills in the settings before the code.
    options: {
      ...browser,
      format: 'iife',
      entryPoints: { 'shopify/custom-pixel': 'src/shopify/custom-pixel.ts' },
      // Their exports replace globals that a pixel's sandbox may not have.
      inject: ['src/shopify/local-storage.ts', 'src/shopify/page.ts'],
      banner: { js: readFileSync('src/shopify/custom-pixel-settings.js', 'utf8') },
    },
    only: /^src\/(shopify\/|snippet\/|contract\/limits\.ts$)/,
  },
  {
    options: {
      ...node,
      entryPoints: {
        proxy: 'src/proxy/index.ts',
        node: 'src/proxy/run/node.ts',
        sign: 'src/proxy/sign.ts',
        cli: 'src/proxy/run/cli.ts',
      },
      chunkNames: 'chunk-[hash]', // next to the entries, because they look for ringup.js in their own folder
    },
  },
  {
    options: {
      ...node,
      entryPoints: {
        ...DEMO,
        ...(!isDemo && {
          'demo/chromium': 'test/support/chromium/index.ts',
          'build/openapi': 'src/proxy/operate/openapi.ts',
          'build/prometheus-rules': 'src/build/prometheus-rules.ts',
          'bench/index': 'test/bench/index.ts',
        }),
      },
      chunkNames: 'demo/chunks/[name]-[hash]',
    },
    demo: true,
  },
  {
    options: {
      ...node,
      entryPoints: {
        'bench/proxy': 'test/bench/proxy.ts',
        'bench/proxy/api': 'test/bench/proxy/api.ts',
        'bench/proxy/bare': 'test/bench/proxy/bare.ts',
        'bench/proxy/loop-delay': 'test/bench/proxy/loop-delay.ts',
        'bench/proxy/client': 'test/bench/proxy/client.ts',
        'bench/proxy/straight': 'test/bench/proxy/straight.ts',
        'bench/proxy/workerd': 'test/bench/proxy/workerd.ts',
      },
      chunkNames: 'bench/chunks/[name]-[hash]',
    },
  },
  // The operator's page, served by the proxy on its own port.
  { options: { ...browser, entryPoints: { operator: 'src/proxy/operate/page/client.ts' } }, demo: true },
  { options: { ...browser, entryPoints: { operator: 'src/proxy/operate/page/page.css' } }, demo: true },
  { options: { ...browser, entryPoints: { 'demo/inspector': 'demo/inspector/page.tsx' } }, demo: true },
  { options: { ...browser, entryPoints: { 'demo/inspector': 'demo/inspector/style.css' } }, demo: true },
  {
    options: { ...browser, format: 'iife', charset: 'utf8', entryPoints: { 'build/setup': 'src/setup/index.ts' } },
    demo: true,
  },
  { options: { ...browser, entryPoints: { 'build/setup': 'src/setup/style.css' } }, demo: true },
  {
    options: {
      ...browser,
      format: 'iife',
      globalName: 'emulator',
      entryPoints: { 'demo/container': 'test/support/emulators/gtm/container.ts' },
    },
  },
]

const rows = []
const wanted = outputs.filter(({ demo }) => demo || !isDemo)
const built = await Promise.all(wanted.map(async (output) => ({ ...output, ...(await build(output.options)) })))
for (const { metafile, budget, only, modules } of built) {
  for (const [path, output] of Object.entries(metafile.outputs)) {
    const stray = only && Object.keys(output.inputs).find((input) => !only.test(input))
    if (stray) throw new Error(`${path} must not contain ${stray}`)
    if (!output.entryPoint) continue
    const row = toRow(path, isDemo ? undefined : budget)
    rows.push(row)
    if (modules && (showsModules || isOver(row))) {
      const parts = Object.entries(output.inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
      for (const [input, { bytesInOutput }] of parts) rows.push([`  ${input}`, bytesInOutput])
    }
  }
}

copyFileSync('src/shopify/ringup.liquid', join(dist, 'shopify/ringup.liquid'))
for (const kind of ['web', 'server']) layOutGallery(kind, join(dist, 'gtm', kind))

// The names under which the proxy serves the script for a year.
const toUrl = (name) => pathToFileURL(join(dist, name))
const readBuilt = (name) => readFileSync(join(dist, name), 'utf8')
const { readSnippetFiles } = await import(toUrl('build/snippet-files.js'))
const snippet = await readSnippetFiles(toUrl('ringup.js'))
const { file, integrity } = snippet

if (!isDemo) {
  chmodSync(join(dist, 'cli.js'), 0o755) // a command
  const { createOpenApi } = await import(toUrl('build/openapi.js'))
  writeFileSync(join(dist, 'openapi.json'), JSON.stringify(createOpenApi('/ringup'), null, 2))
  const { toPrometheusRules } = await import(toUrl('build/prometheus-rules.js'))
  writeFileSync(join(dist, 'prometheus-rules.yml'), toPrometheusRules())
  // For Cloudflare, with the script inside.
  const edge = join(dist, 'edge.js')
  await buildEdge(edge, snippet, { script: readBuilt('operator.js'), style: readBuilt('operator.css') })
  rows.push(toRow(edge))
}

// The set-up page, which names the script.
const { toSetupPage } = await import(toUrl('build/setup-html.js'))
writeFileSync(
  join(dist, 'setup.html'),
  toSetupPage({
    script: readBuilt('build/setup.js'),
    style: readBuilt('build/setup.css'),
  }),
)

if (!quiet) {
  const shipped = rows.filter(([name]) => !NOT_SHIPPED.test(name))
  for (const [name, ...figures] of [['file', 'bytes', 'brotli', 'budget'], ...shipped]) {
    console.log(name.padEnd(44) + figures.map((figure) => String(figure ?? '').padStart(8)).join(''))
  }
  console.log(`\n${file}  integrity="${integrity}"`)
  const { STUB, KEEPER } = await importSource('src/recipes/stub.ts')
  const toHash = (line) => `'sha256-${createHash('sha256').update(line).digest('base64')}'`
  console.log(
    `For script-src, where a page has these lines: the stub's ${toHash(STUB)}, the keeper's ${toHash(KEEPER)}`,
  )
}

const over = rows.filter(isOver)
for (const [path, , brotli, budget] of over) {
  console.error(`${basename(path)} is ${brotli} bytes of brotli, ${brotli - budget} over its budget of ${budget}.`)
}
if (over.length > 0) process.exit(1)

if (!ifNeeded && !isDemo) {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const declared = Object.values(exports).flatMap(({ types = '' }) => /\bsrc\/.+(?=\.d\.ts$)/.exec(types) ?? [])
  writeDeclarations(join(dist, 'types'), [...declared.map((name) => `${name}.ts`), ...ENTRIES])
  layOutSnippet(dist)
}
writeFileSync(join(dist, BUILT), '')

const old = `${target}.${process.pid}.old`
if (existsSync(target)) renameSync(target, old)
renameSync(dist, target)
rmSync(old, { recursive: true, force: true })

/** Bundles the proxy for Cloudflare in one file, because Workers cannot read a folder. */
import { build } from 'esbuild'

/** Modules that the runtime itself has. */
const OWN = ['node:*', 'cloudflare:workers']

/**
 * @param outfile path of the bundle
 * @param snippet the result of `readSnippetFiles`; the Worker itself puts its settings in front
 * @param page script and style sheet of the operator's page, as texts. Without it, the page has neither
 */
export function buildEdge(outfile, { built }, page) {
  const define = { SNIPPET: JSON.stringify(built), PAGE: JSON.stringify(page ?? null) }
  return bundleForWorkers({ entry: 'src/proxy/run/edge.ts', outfile, define })
}

/**
 * @param define values of names that the code declares
 * @throws Error if the bundle needs a module that Workers do not have
 */
export async function bundleForWorkers({ entry, outfile, define = {} }) {
  const built = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    alias: { stream: 'node:stream' }, // csv-parse imports it without a prefix
    external: [...OWN, 'libsql'], // libsql opens files, but this bundle does not; tree shaking removes the import
    define,
    banner: { js: "import { Buffer } from 'node:buffer'" }, // not a global in Workers
    logLevel: 'warning',
  })
  const missing = Object.values(built.metafile.outputs)
    .flatMap(({ imports }) => imports.map(({ path }) => path))
    .filter((path) => !OWN.some((own) => path.startsWith(own.replace('*', ''))))
  if (missing.length > 0) throw new Error(`Workers have no ${missing.join(', ')}, which ${outfile} needs.`)
  return built
}

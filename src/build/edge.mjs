/** Bundles the proxy for Cloudflare: one file that needs nothing beside it, for Workers have no folder to look into. */
import { build } from 'esbuild'

/** What the runtime has itself. */
const OWN = ['node:*', 'cloudflare:workers']

/**
 * @param outfile where the bundle goes
 * @param snippet what `readSnippetFiles` has read; the Worker puts its settings in front of it itself
 * @param page script and style sheet of the operator's page, as texts; without them it has neither
 */
export function buildEdge(outfile, { built }, page) {
  const define = { SNIPPET: JSON.stringify(built), PAGE: JSON.stringify(page ?? null) }
  return bundleForWorkers({ entry: 'src/proxy/run/edge.ts', outfile, define })
}

/**
 * @param define values of names that the code declares
 * @throws Error when the bundle needs what Workers have not
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
    alias: { stream: 'node:stream' }, // csv-parse names it without
    external: [...OWN, 'libsql'], // libsql opens files; nothing here does, so its import is shaken off with what would
    define,
    banner: { js: "import { Buffer } from 'node:buffer'" }, // no global there
    logLevel: 'warning',
  })
  const missing = Object.values(built.metafile.outputs)
    .flatMap(({ imports }) => imports.map(({ path }) => path))
    .filter((path) => !OWN.some((own) => path.startsWith(own.replace('*', ''))))
  if (missing.length > 0) throw new Error(`Workers have no ${missing.join(', ')}, which ${outfile} needs.`)
  return built
}

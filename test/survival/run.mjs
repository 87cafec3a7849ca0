/** Bundles the cases' TypeScript with the proxy's worker beside it, and runs them. */
import { join } from 'node:path'
import { build } from 'esbuild'
import buildOnce from '../support/build.mjs'

buildOnce()
const outdir = join('node_modules', '.cache', 'ringup', 'survival')
await build({
  entryPoints: ['test/survival/run.ts', 'src/proxy/queue/queue-worker.ts'],
  outdir,
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
})
await import(`../../${outdir}/run.js`)

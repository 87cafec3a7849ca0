/** Bundles the TypeScript of the cases, and runs them. */
import { join } from 'node:path'
import { build } from 'esbuild'
import buildOnce from '../support/build.mjs'

buildOnce()
const outdir = join('node_modules', '.cache', 'ringup', 'survival')
await build({
  entryPoints: ['test/survival/run.ts'],
  outdir,
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
})
await import(`../../${outdir}/run.js`)

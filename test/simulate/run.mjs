/** The simulator is TypeScript: made into one file, beside the packages that it needs, and run. */
import { build } from 'esbuild'

const outfile = 'node_modules/.cache/ringup/simulate.mjs'
await build({
  entryPoints: ['test/simulate/run.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
})
await import(`../../${outfile}`)

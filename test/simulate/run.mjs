/** Bundles the simulator's TypeScript into one file next to its packages, and runs it. */
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

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BOTH_PARTS } from './src/build/core-and-rest.mjs'
import { LOAD, SELDOM_TRIED } from './test/support/long-run.mjs'

const CONFORMANCE = 'test/{conformance,faults}/**/*.test.ts'
/** One puts another module in the place of what the others import, one has a document: nothing of either is shared. */
const OWN_IMPORTS = ['durable', 'contract-property'].map((name) => `test/conformance/${name}.test.ts`)
/** From Node 25 on, Node has its own localStorage, which hides that of the page. Node 20 does not know the option. */
const NO_STORAGE = process.allowedNodeEnvironmentFlags.has('--webstorage') ? ['--no-webstorage'] : []
const SELDOM = Object.values(SELDOM_TRIED).flat()

export default defineConfig({
  define: BOTH_PARTS,
  test: {
    maxWorkers: availableParallelism(),
    execArgv: NO_STORAGE,
    globalSetup: 'test/support/build.mjs',
    // Limits to what hangs, not measures: machines differ. After so many red ones the rest is not waited for.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    bail: 10,
    projects: [
      // Files share what they import, or most of the time would go into importing it again.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{unit,rules}/**/*.test.ts'],
          exclude: LOAD,
          setupFiles: 'test/support/afterwards.ts',
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: [CONFORMANCE],
          exclude: [...OWN_IMPORTS, ...SELDOM, ...LOAD],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: OWN_IMPORTS } },
      { extends: true, test: { name: 'seldom', include: SELDOM, isolate: false } },
      { extends: true, test: { name: 'load', include: LOAD, isolate: false } },
    ],
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
  },
})

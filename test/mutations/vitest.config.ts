import { defineConfig } from 'vitest/config'
import { WHOLE } from '../../src/build/parts.mjs'

/** The tests' own, but for the build, which knows nothing of what was broken, and the report. */
export default defineConfig({
  define: WHOLE,
  test: {
    root: new URL('../..', import.meta.url).pathname,
    maxWorkers: 1,
    testTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
    include: ['test/{unit,conformance,faults}/**/*.test.ts'],
  },
})

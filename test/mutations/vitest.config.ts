import { defineConfig } from 'vitest/config'
import tests from '../../vitest.config.js'

const { globalSetup: _, reporters: __, outputFile: ___, ...own } = tests.test ?? {}

/** The tests' own, but for the build, which knows nothing of what was broken, and the report. What hangs is given up sooner. */
export default defineConfig({
  ...tests,
  test: { ...own, maxWorkers: 1, testTimeout: 120_000 },
})

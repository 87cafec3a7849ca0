import { defineConfig } from 'vitest/config'
import tests from '../../vitest.config.js'

const { globalSetup: _, reporters: __, outputFile: ___, ...own } = tests.test ?? {}

/** The tests' own configuration, without the report, with shorter limits, and without the build, which would not contain the mutation. */
export default defineConfig({
  ...tests,
  test: { ...own, maxWorkers: 1, testTimeout: 120_000 },
})

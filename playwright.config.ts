import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell, launchArguments } from './test/support/chromium/find.js'
import { PLAIN_HTTP_HOST } from './test/support/plain-http.js'

/** They need what a headless shell does not have: a back/forward cache. */
const WHOLE_BROWSER = ['back-forward-cache'].map((name) => `**/${name}.spec.ts`)

/** Playwright takes its own headless shell where no path is given. */
const toLaunch = (executablePath: string | undefined) => ({
  args: [...launchArguments(), `--host-resolver-rules=MAP ${PLAIN_HTTP_HOST} 127.0.0.1`],
  ...(executablePath && { executablePath }),
})

export default defineConfig({
  globalSetup: './test/support/build.mjs',
  testDir: 'test/browser',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: availableParallelism(),
  retries: 0,
  // Limits to what hangs, not measures: machines differ. After so many red ones the rest is not waited for.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  maxFailures: 10,
  projects: [
    { name: 'browser', testMatch: WHOLE_BROWSER, use: { launchOptions: toLaunch(findChromium()) } },
    { name: 'shell', testIgnore: WHOLE_BROWSER, use: { launchOptions: toLaunch(findHeadlessShell()) } },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: { browserName: 'chromium', actionTimeout: 120_000, navigationTimeout: 120_000 },
})

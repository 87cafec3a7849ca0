import { defineConfig } from '@playwright/test'
import { findChromium, launchArguments } from '../demo/chromium/find.js'

const executablePath = findChromium()

const ALONE = '**/killed-browser.spec.ts'

export default defineConfig({
  testDir: 'browser',
  outputDir: '../test-results/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Limits to what hangs, not measures: machines differ.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // What a killed browser has kept depends on how busy the machine was: nothing else runs meanwhile.
  projects: [
    { name: 'together', testIgnore: ALONE },
    { name: 'alone', testMatch: ALONE, dependencies: ['together'], fullyParallel: false },
  ],
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { args: launchArguments(), ...(executablePath && { executablePath }) },
  },
})

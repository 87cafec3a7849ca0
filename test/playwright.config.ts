import { defineConfig } from '@playwright/test'
import { findChromium, launchArguments } from '../demo/chromium/find.js'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'browser',
  outputDir: '../test-results/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { args: launchArguments(), ...(executablePath && { executablePath }) },
  },
})

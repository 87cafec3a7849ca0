/** Where a Chromium is on this machine: the one named, the system's, or Playwright's own. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

/**
 * @returns the path of the executable, or undefined when there is none
 * @throws Error when CHROMIUM_PATH names a file that is not there
 */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`)
  return named || [...systemPaths(), chromium.executablePath()].find((path) => existsSync(path))
}

/**
 * The headless shell: the same engine without a browser's windows, back/forward cache or rendering ahead, and much
 * quicker to start.
 *
 * @returns the path of the executable; undefined: Playwright knows where its own is
 */
export function findHeadlessShell(): string | undefined {
  const system = '/usr/bin/chromium-headless-shell' // Debian's
  if (!process.env.CHROMIUM_PATH && existsSync(system)) return system
  const found = findChromium()
  return found === chromium.executablePath() ? undefined : found
}

function systemPaths(): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'].map((app) =>
        join('/Applications', app),
      )
    case 'win32':
      return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
        folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [],
      )
    default:
      return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) => `/usr/bin/${name}`)
  }
}

/** Chromium refuses its sandbox to root; the rest keeps it from calling home during a test. */
export const launchArguments = (): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

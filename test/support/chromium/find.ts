/** Finds a Chromium on this machine: the named one, the system's, or Playwright's own. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

/** @returns the path of the executable, or undefined if there is not one */
export const findChromium = (): string | undefined =>
  process.env.CHROMIUM_PATH || [...USUAL, chromium.executablePath()].find((path) => existsSync(path))

/** The usual paths on Linux, macOS and Windows. */
const USUAL = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) => `/usr/bin/${name}`),
  ...['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((folder) =>
    join(process.env[folder] ?? '/', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
]

/** Flags against background requests of Chromium. */
const QUIETLY = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

/**
 * Finds the headless shell. It has the same engine, without windows, back/forward cache or prerendering, and starts much faster.
 *
 * @returns the path of the executable; undefined: Playwright knows where its own is
 */
export function findHeadlessShell(): string | undefined {
  const system = '/usr/bin/chromium-headless-shell' // Debian's
  if (!process.env.CHROMIUM_PATH && existsSync(system)) return system
  const found = findChromium()
  return found === chromium.executablePath() ? undefined : found
}

/** Chromium refuses its sandbox to root. */
export const launchArguments = (): string[] => [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...QUIETLY]

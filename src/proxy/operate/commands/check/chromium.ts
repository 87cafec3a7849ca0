/** Finds a Chromium on this machine: the one of CHROMIUM_PATH, or the system's. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** @returns the path of the executable, which may not exist if CHROMIUM_PATH names it. Undefined without a Chromium. */
export const findChromium = (): string | undefined =>
  process.env.CHROMIUM_PATH || USUAL.find((path) => existsSync(path))

/** The usual paths on Linux, macOS and Windows. */
const USUAL = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) => `/usr/bin/${name}`),
  ...['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((folder) =>
    join(process.env[folder] ?? '/', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
]

/** Flags against background requests of Chromium. */
export const QUIETLY = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Where a Chromium is on this machine: the one that is named, or the system's. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** @returns the path of the executable, also of one that is named and not there; undefined when there is none */
export const findChromium = (): string | undefined =>
  process.env.CHROMIUM_PATH || USUAL.find((path) => existsSync(path))

/** Where Linux, macOS and Windows have it. */
const USUAL = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) => `/usr/bin/${name}`),
  ...['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((folder) =>
    join(process.env[folder] ?? '/', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
]

/** They keep it from calling home. */
export const QUIETLY = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

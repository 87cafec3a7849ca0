/** Where a Chromium is on this machine: the one that is named, or the system's. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** @returns the path of the executable, also of one that is named and not there; undefined when there is none */
export const findChromium = (): string | undefined =>
  process.env.CHROMIUM_PATH || systemPaths().find((path) => existsSync(path))

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

/** They keep it from calling home. */
export const QUIETLY = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

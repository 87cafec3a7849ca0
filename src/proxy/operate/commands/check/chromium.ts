/** Where a Chromium is on this machine: the one that is named, or the system's. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @returns the path of the executable; undefined when there is none
 * @throws Error when CHROMIUM_PATH names a file that is not there
 */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`)
  return named || systemPaths().find((path) => existsSync(path))
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

/** They keep it from calling home. */
export const QUIETLY = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

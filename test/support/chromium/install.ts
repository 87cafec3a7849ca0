/** Finds or installs a Chromium for the demo's check and the browser tests. */
import { spawnSync } from 'node:child_process'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { findChromium, launchArguments } from './find.js'

const TIMEOUT_MS = 10 * 60_000

/** @returns the path of a Chromium, installed now if necessary; undefined if every way failed */
export function installChromium(): string | undefined {
  const isRoot = process.getuid?.() === 0
  const withLibraries = isRoot && process.platform === 'linux' ? ['--with-deps'] : []
  const ways = [
    () => run('npx', ['playwright', 'install', ...withLibraries, 'chromium']),
    // Some networks block Playwright's download and still allow the system's packages.
    () => isRoot && run('apt-get', ['update']) && run('apt-get', ['install', '-y', 'chromium']),
  ]
  for (const way of ways) {
    const found = findChromium()
    if (found) return found
    way()
  }
  return findChromium()
}

/** Opens a Chromium, and installs it first if necessary. @throws Error that says how to install one */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findChromium() ?? installChromium()
  if (!executablePath) throw new Error(HOW_TO_INSTALL)
  return chromium.launch({ executablePath, args: launchArguments(), ...options })
}

export const HOW_TO_INSTALL =
  'No Chromium was found: install one (npx playwright install chromium, or your system’s package) or set CHROMIUM_PATH.'

/** Sends an installer's output to stderr, because the stdout of `chromium/index.ts` is the path only. */
function run(command: string, args: string[]): boolean {
  const shell = process.platform === 'win32' // npx is a .cmd file there
  return spawnSync(command, args, { stdio: ['ignore', 2, 2], timeout: TIMEOUT_MS, shell }).status === 0
}

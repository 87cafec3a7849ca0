/** Where a Chromium is on this machine: the one named, the system's, or Playwright's own. */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findChromium as findInstalled, QUIETLY } from '../../../src/proxy/operate/commands/check/chromium.js'

/** @returns the path of the executable, or undefined when there is none */
export const findChromium = (): string | undefined =>
  findInstalled() ?? [chromium.executablePath()].find((path) => existsSync(path))

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

/** Chromium refuses its sandbox to root. */
export const launchArguments = (): string[] => [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...QUIETLY]

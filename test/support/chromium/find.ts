/** Finds a Chromium on this machine: the named one, the system's, or Playwright's own. */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findChromium as findInstalled, QUIETLY } from '../../../src/proxy/operate/commands/check/chromium.js'

/** @returns the path of the executable, or undefined if there is not one */
export const findChromium = (): string | undefined =>
  findInstalled() ?? [chromium.executablePath()].find((path) => existsSync(path))

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

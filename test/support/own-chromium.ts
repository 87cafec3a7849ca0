/** Chromiums of the test's own: a process that can be killed, and a profile that outlives it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BrowserType, Page } from '@playwright/test'
import { findChromium, launchArguments } from './chromium/find.js'
import { test as base } from './storefront.js'

export interface OwnChromium {
  /** Starts it with the profile it had, and answers its page. */
  start(): Promise<Page>
  /** Starts it at this address with nobody looking on, which keeps Chromium from rendering pages ahead. */
  visit(url: string): void
  /** Is this text in the files of localStorage? Chromium writes them some seconds after the page did. */
  hasStored(text: string): Promise<boolean>
  /** Kills it as `kill -9` does, with all its helpers: nothing gets a chance to write anything. */
  kill(): Promise<void>
}

export const test = base.extend<{ newChromium: () => Promise<OwnChromium> }>({
  newChromium: async ({ playwright }, use) => {
    const made: { ownChromium: OwnChromium; profile: string }[] = []
    await use(async () => {
      const profile = await mkdtemp(join(tmpdir(), 'ringup-profile-'))
      const ownChromium = createOwnChromium(playwright.chromium, profile)
      made.push({ ownChromium, profile })
      return ownChromium
    })
    for (const { ownChromium, profile } of made) {
      await ownChromium.kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})

function createOwnChromium(chromium: BrowserType, profile: string): OwnChromium {
  let running: ChildProcess | undefined
  const launch = (...more: string[]) => {
    const flags = ['--headless', `--user-data-dir=${profile}`]
    const path = findChromium()
    if (!path) throw new Error('No Chromium was found.')
    // A process group of its own: renderers and helpers are killed with it.
    running = spawn(path, [...launchArguments(), ...flags, ...more], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return running
  }
  return {
    async start() {
      const browser = await chromium.connectOverCDP(
        await readDebuggingAddress(launch('--remote-debugging-port=0', 'about:blank')),
      )
      const [page] = browser.contexts().flatMap((context) => context.pages())
      if (!page) throw new Error('Chromium has started without a page.')
      return page
    },
    visit(url) {
      launch(url).stderr?.resume()
    },
    async hasStored(text) {
      const folder = join(profile, 'Default', 'Local Storage', 'leveldb')
      const names = await readdir(folder).catch(() => [])
      const files = await Promise.all(names.map((name) => readFile(join(folder, name)).catch(() => ''))) // it may have gone
      return files.some((file) => file.includes(text))
    },
    async kill() {
      const killed = running
      running = undefined
      if (!killed?.pid) return
      const gone = once(killed, 'exit')
      process.kill(-killed.pid, 'SIGKILL')
      await gone
    },
  }
}

/** Chromium says it on its error output, which must be read to the end: a full pipe would stop it. */
async function readDebuggingAddress({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Chromium was started without an error output.')
  const lines = createInterface(stderr)
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const [, address] = line.match(/^DevTools listening on (ws:.*)$/) ?? []
      if (address) resolve(address)
    })
    lines.on('close', () => reject(new Error('Chromium ended before it had started.')))
  })
}

/**
 * WebKitGTK in its MiniBrowser, driven by WebKitWebDriver, on a virtual screen. It is not Safari. If it is driven, it has no profile and
 * ends with the first page that crashes. So it runs without a driver for kills and crashes.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../../../src/proxy/run/listen.js'
import { findPort } from '../../support/free-port.js'
import { until } from '../round.js'
import type { Browser, Crash, Engine, Shop, Stoppable, Tab } from './engine.js'
import { findDescendants, startProgram } from './processes.js'
import { ask, type Session, startSession } from './webdriver.js'

const DRIVER = '/usr/bin/WebKitWebDriver'

/** Debian installs it next to the library, outside of the path. */
function findMiniBrowser(): string | undefined {
  const library = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  const folders = existsSync(library) ? readdirSync(library).filter((name) => name.startsWith('webkit2gtk-4')) : []
  return folders.map((name) => join(library, name, 'MiniBrowser')).find((path) => existsSync(path))
}

export const WEBKIT_GTK: Engine = {
  name: 'WebKitGTK',
  packages: 'webkit2gtk-driver xvfb',
  isInstalled: () =>
    existsSync(DRIVER) && findMiniBrowser() !== undefined && spawnSync('which', ['xvfb-run']).status === 0,
  start,
  visit: (profile, ...urls) =>
    onScreen([findMiniBrowser() ?? '', ...urls], {
      XDG_DATA_HOME: join(profile, 'data'),
      XDG_CACHE_HOME: join(profile, 'cache'),
      XDG_CONFIG_HOME: join(profile, 'config'),
    }),
  crash,
}

const onScreen = (command: string[], env: Record<string, string> = {}) =>
  startProgram('xvfb-run', ['-a', ...command], { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', ...env }) // root has none

async function start(shop: Shop): Promise<Browser> {
  const port = await findPort()
  const server = `http://127.0.0.1:${port}`
  const program = onScreen([DRIVER, `--port=${port}`, '--host=127.0.0.1'])
  const isReady = () => ask(server, 'GET', '/status').then(Boolean, () => false)
  await until(isReady, 'WebKitWebDriver did not start.')
  const session = await startSession(server, {
    'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
  })
  const tabs = new Set<Tab>()
  return {
    version: session.version,
    async open(path) {
      const tab = toTab(session, await session.openWindow(), shop.url)
      await tab.goTo(path)
      tabs.add(tab)
      return { ...tab, close: () => tab.close().then(() => void tabs.delete(tab)) }
    },
    // MiniBrowser has no offline mode. Its connection to the shop is cut, and a script raises the events in its pages.
    goOffline: async () => shop.cutLine(),
    async goOnline() {
      await shop.mendLine()
      for (const tab of tabs) await tab.run(() => void dispatchEvent(new Event('online')))
    },
    stop: () => program.kill(),
  }
}

const toTab = (session: Session, handle: string, shopUrl: string): Tab => ({
  goTo: (path) => session.goTo(handle, shopUrl + path),
  run: (script, input) => session.run(handle, String(script), input) as never, // the script's result
  close: () => session.close(handle),
})

/** Opens two tabs, each in its own process. The second tab gets its answer, the next page, after the crash. */
async function crash({ url, isDue, isCrashed, next }: Crash): Promise<Stoppable> {
  let goOn = () => {}
  const crashed = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const waiting = await listen(() => crashed.then(() => Response.redirect(next)), { host: '127.0.0.1', port: 0 })
  const profile = mkdtempSync(join(tmpdir(), 'ringup-profile-'))
  const program = WEBKIT_GTK.visit(profile, url, waiting.url)
  await isDue()
  const [oldest] = findDescendants(program.pid, /WebKitWebProcess/)
  if (!oldest) throw new Error('WebKitGTK has no process for its page.')
  process.kill(oldest, 'SIGKILL')
  isCrashed()
  goOn()
  return {
    async stop() {
      await program.kill()
      await waiting.stop()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

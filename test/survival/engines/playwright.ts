/** Chromium and Firefox, driven by Playwright: the first over its own protocol, the second over WebDriver BiDi. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BrowserContext,
  chromium,
  firefox,
  type LaunchOptions,
  type Page,
  type Browser as Running,
} from 'playwright-core'
import { findChromium, launchArguments } from '../../support/chromium/find.js'
import type { Browser, Crash, Engine, Shop, Stoppable, Tab } from './engine.js'
import { findDescendants, startProgram } from './processes.js'

const FIREFOX_PATH = '/usr/bin/firefox-esr'

const chromiumPath = () => findChromium() ?? ''

/** @param launch launches another Chromium than this machine's full browser, such as one that is running */
export function toChromium(launch: Launch): Engine {
  return {
    name: 'Chromium',
    packages: 'chromium',
    isInstalled: () => findChromium() !== undefined,
    start: (shop) => start(launch, shop),
    visit: (profile, ...urls) =>
      startProgram(chromiumPath(), [...launchArguments(), '--headless', `--user-data-dir=${profile}`, ...urls]),
    crash: (pages) =>
      crash(launch, pages, async (page) => {
        const devtools = await page.context().newCDPSession(page)
        const crashed = page.waitForEvent('crash')
        void devtools.send('Page.crash').catch(() => {}) // never answered, because the page has just crashed
        await crashed
      }),
  }
}

export const CHROMIUM = toChromium(() =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: launchArguments(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'], // Playwright's
  }),
)

export const FIREFOX: Engine = {
  name: 'Firefox',
  packages: 'firefox-esr',
  isInstalled: () => spawnSync(FIREFOX_PATH, ['--version']).status === 0,
  start: (shop) => start(launchFirefox, shop),
  visit(profile, ...urls) {
    writeFileSync(join(profile, 'user.js'), toPreferences(PREFERENCES))
    return startProgram(FIREFOX_PATH, ['--headless', '--no-remote', '--profile', profile, ...urls])
  },
  // Kills all pages, because Firefox does not tell which process belongs to which page.
  crash: (pages) =>
    crash(launchFirefox, pages, async () => {
      for (const pid of findDescendants(process.pid, /-contentproc .* tab$/)) process.kill(pid, 'SIGKILL')
    }),
}

/** With these, Firefox opens the given address, also after a kill, and makes no other requests. */
const PREFERENCES = {
  'browser.aboutwelcome.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.startup.max_resumed_crashes': -1,
}

const toPreferences = (preferences: Record<string, unknown>) =>
  Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')

const launchFirefox = () => {
  const options: LaunchOptions = {
    channel: 'moz-firefox',
    executablePath: join('test', 'survival', 'engines', 'firefox.sh'),
  }
  return firefox.launch(options)
}

type Launch = () => Promise<Pick<Running, 'version' | 'newContext' | 'close'>>

/** Firefox may start the next tab in a process that has just ended. Playwright then fails to open a tab. */
async function openAfterCrash(context: BrowserContext): Promise<Page> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await context.newPage()
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}

async function start(launch: Launch, { url }: Shop): Promise<Browser> {
  const browser = await launch()
  const context = await browser.newContext({ baseURL: url })
  return {
    version: browser.version(),
    async open(path) {
      const page = await context.newPage()
      await page.goto(path)
      return toTab(page)
    },
    goOffline: () => context.setOffline(true),
    goOnline: () => context.setOffline(false),
    stop: () => browser.close(),
  }
}

const toTab = (page: Page): Tab => ({
  goTo: async (path) => void (await page.goto(path)),
  run: (script, input) => page.evaluate(script as never, input as never) as never, // the port has simpler types
  close: () => page.close(),
})

async function crash(
  launch: Launch,
  { url, isDue, isCrashed, next }: Crash,
  end: (page: Page) => Promise<void>,
): Promise<Stoppable> {
  const browser = await launch()
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await isDue()
  await end(page)
  isCrashed()
  await (await openAfterCrash(context)).goto(next)
  return { stop: () => browser.close() }
}

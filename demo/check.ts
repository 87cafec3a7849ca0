/**
 * Buys as a shopper in a real browser, through the real pages and with the built script: once with each format of the thank-you
 * page. Then it signs up, and compares the shop's orders with the API's records.
 */
import { launchChromium } from '../test/support/chromium/install.js'
import { buy, leave, READER, signUp, step } from './check/shopper.js'
import { toStatement } from './inspector/reconcile.js'
import { type Step, toView } from './inspector/view.js'
import { sources } from './shop/sources/index.js'
import type { Demo } from './start.js'

const DEADLINE_MS = 20_000

/** @throws Error in a sentence that names the step that failed */
export async function check(demo: Demo): Promise<void> {
  const browser = await step('start a browser', () => launchChromium(NO_SIGNALS))
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(DEADLINE_MS)
    for (const source of sources) {
      await buy(page, demo, source)
      await leave(page, demo)
      await step('the order reaches the API, once and to the cent', () => until(() => findMissing(demo)))
    }
    await signUp(page, demo)
    await step('the sign-up reaches the API', () => until(() => findMissingReader(demo)))
  } finally {
    await browser.close()
    await printEvents(demo) // after a failure too
  }
  console.log('\nEverything arrived once, to the cent.')
}

/** serve.ts handles the signals. Playwright's own handling would leave the databases on disk. */
const NO_SIGNALS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

/** Asks until nothing is missing. At the deadline, the missing part is the error. */
async function until(findMissing: () => Promise<string | undefined>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const missing = await findMissing()
    if (!missing) return
    if (Date.now() > deadline) throw new Error(missing)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function findMissing({ readState }: Demo) {
  const { reconciliation } = await readState()
  const { placed, arrived, doubled } = reconciliation
  return arrived === placed && doubled.length === 0 ? undefined : toStatement(reconciliation)
}

async function findMissingReader({ readState }: Demo) {
  const { events } = await readState()
  const { request } = events.find(({ kind, state }) => kind === 'addToList' && state === 'delivered') ?? {}
  const { customer, custom_fields } = Object(request?.response)
  const found = JSON.stringify({ ...customer, ...custom_fields })
  const isWhole = Object.values(READER).every((value) => found.includes(value))
  return isWhole ? undefined : `the API has ${found} of ${READER.email}`
}

async function printEvents({ readState }: Demo) {
  const { events } = await readState()
  for (const { title, progress, steps } of events.map(toView))
    console.log([`\n${title}: ${progress}`, ...steps.map(toLine)].join('\n'))
}

function toLine({ title, lines, facts, items }: Step): string {
  const texts = [...lines, ...facts.map(([name, value]) => `${name} ${value}`), ...items]
  return `  ${title.padEnd(9)}${texts.join('; ')}`
}

/**
 * Shops as a shopper: in a real browser, through the real pages, with the built snippet, once in each way in which the
 * thank-you page can speak, each in another market. Then asks the API what it has, and compares it with the shop's own book.
 */
import { launchChromium } from '../test/support/chromium/install.js'
import { createApiReader } from './check/api.js'
import { buy, leave, signUp, type Variant } from './check/shopper.js'
import { step } from './check/step.js'
import { toView } from './inspector/view/index.js'
import type { Step } from './inspector/view/steps.js'
import { markets } from './shop/markets.js'
import type { Demo } from './start.js'

const DEADLINE_MS = 20_000

/** @throws Error with a sentence that names the step that failed */
export async function check(demo: Demo): Promise<void> {
  const api = createApiReader(demo.api)
  const browser = await step('start a browser', () => launchChromium(NO_SIGNALS))
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(DEADLINE_MS)
    for (const variant of toVariants(demo)) {
      const order = await buy(page, demo, variant)
      const arrive = () => step('the order reaches the API', () => until(() => api.checkOrder(order)))
      if (variant.source.stays) await arrive()
      await leave(page, demo, variant)
      await arrive()
      await step('the order is in effect once', () => until(() => api.checkOnce(order)))
    }
    await signUp(page, demo)
    await step('the sign-up reaches the API', () => until(() => api.checkReader()))
  } finally {
    await browser.close()
    printJourneys(demo) // after a failure too: they show how far it came
  }
  console.log('\nEverything arrived once, to the cent.')
}

/** Signals are serve.ts's business: Playwright's own handling would leave the databases behind. */
const NO_SIGNALS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

/** Every source, and every market at least once. */
function toVariants({ shop: { sources } }: Demo): Variant[] {
  const longer = sources.length > markets.length ? sources : markets
  const pickOne = <T>(list: readonly T[], index: number): T[] => list.slice(index % list.length).slice(0, 1)
  return longer.flatMap((_, index) =>
    pickOne(sources, index).flatMap((source) => pickOne(markets, index).map((market) => ({ source, market }))),
  )
}

/** Asks until there is nothing wrong any more. What is wrong at the deadline is the error. */
async function until(findProblem: () => Promise<string | undefined>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const problem = await findProblem()
    if (!problem) return
    if (Date.now() > deadline) throw new Error(problem)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function printJourneys({ eventLog }: Demo) {
  for (const { title, steps } of eventLog.journeys().map((journey) => toView(journey))) {
    console.log(`\n${title}`)
    for (const step of steps) console.log(toLine(step))
  }
}

function toLine({ title, lines, facts, items }: Step): string {
  const said = [...lines, ...facts.map(([name, value]) => `${name} ${value}`), ...items]
  return `  ${title.padEnd(20)}${said.join('; ')}`
}

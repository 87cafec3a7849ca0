/**
 * Starts the demo and says where it is.
 *
 *   npm run demo               until Ctrl+C; PORT (4000), API_PORT (4001) and RINGUP_ADMIN_PORT (4002) change the ports
 *   npm run demo -- --check    buys and signs up once in a browser, and says whether both arrived
 */
import { toFindCommand } from './environment.js'
import { type Demo, type DemoOptions, startDemo } from './start.js'

const checking = process.argv.includes('--check')

try {
  const starting = startDemo(readOptions())
  stopOnSignal(starting)
  const demo = await starting
  if (checking) await runCheck(demo)
  else printAddresses(demo)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** The check must not fail because a demo is already running: it takes free ports unless told which. */
function readOptions(): DemoOptions {
  const port = readPort('PORT', checking ? 0 : 4000)
  const apiPort = readPort('API_PORT', checking ? 0 : 4001)
  const operatorPort = readPort('RINGUP_ADMIN_PORT', checking ? 0 : 4002)
  const fixed = [port, apiPort, operatorPort].filter((each) => each !== 0)
  if (new Set(fixed).size < fixed.length) throw new Error('PORT, API_PORT and RINGUP_ADMIN_PORT must differ.')
  return { port, apiPort, operatorPort }
}

function readPort(name: string, otherwise: number): number {
  const text = process.env[name]
  if (!text) return otherwise
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new Error(`${name} must be a whole number from 0 to 65535.`)
}

/** Also while it is still starting: nothing stays behind in the folder for temporary files. */
function stopOnSignal(starting: Promise<Demo>) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      const demo = await starting.catch(() => undefined) // said elsewhere
      await demo?.stop()
      process.exit(checking ? 130 : 0) // a check that was interrupted has not succeeded
    })
  }
}

async function runCheck(demo: Demo) {
  try {
    const { check } = await import('./check.js') // brings Playwright along, which serving does without
    await check(demo)
  } finally {
    await demo.stop()
  }
}

function printAddresses({ shop, api, operator, folder }: Demo) {
  const [site, docs, page] = [shop.url, api.url, operator.url].map((url) => url.replace('127.0.0.1', 'localhost'))
  console.log(`
Ringup demo

  shop         ${site}/
  inspector    ${site}/inspector
  set-up       ${site}/setup
  operator     ${page}/
  API          ${docs}/docs
  data, log    ${folder}

Place an order, and ask in another terminal where it is:

  ${toFindCommand(folder, shop.orders.nextNumber())}

Ctrl+C stops it and removes the data.
`)
}

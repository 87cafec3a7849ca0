/**
 * Starts the demo and prints its addresses.
 *
 *   npm run demo               until Ctrl+C; PORT (4000), API_PORT (4001) and RINGUP_ADMIN_PORT (4002) change the ports
 *   npm run demo -- --check    buys and signs up in a browser, and tells whether everything arrived
 */
import { join } from 'node:path'
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

/** The check uses free ports by default, because a demo may already run. */
function readOptions(): DemoOptions {
  const port = readPort('PORT', checking ? 0 : 4000)
  const apiPort = readPort('API_PORT', checking ? 0 : 4001)
  const operatorPort = readPort('RINGUP_ADMIN_PORT', checking ? 0 : 4002)
  const fixed = [port, apiPort, operatorPort].filter((each) => each !== 0)
  if (new Set(fixed).size < fixed.length) throw new Error('PORT, API_PORT and RINGUP_ADMIN_PORT must differ.')
  return { port, apiPort, operatorPort, built: join(process.argv[1] ?? '', '../..') }
}

function readPort(name: string, otherwise: number): number {
  const text = process.env[name]
  if (!text) return otherwise
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new Error(`${name} must be a whole number from 0 to 65535.`)
}

/** Stops the demo, also while it is starting. It then removes its temporary folder. */
function stopOnSignal(starting: Promise<Demo>) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      const demo = await starting.catch(() => undefined) // the caller prints the error
      await demo?.stop()
      process.exit(checking ? 130 : 0) // an interrupted check has failed
    })
  }
}

async function runCheck(demo: Demo) {
  try {
    const { check } = await import('./check.js') // imports Playwright, which only the check needs
    await check(demo)
  } finally {
    await demo.stop()
  }
}

function printAddresses({ shop, api, operator, folder }: Demo) {
  const [site, description, page] = [shop.url, api.url, operator.url].map((url) =>
    url.replace('127.0.0.1', 'localhost'),
  )
  console.log(`
Ringup demo

  shop         ${site}/
  inspector    ${site}/inspector
  set-up       ${site}/setup
  operator     ${page}/
  API          ${description}/openapi.json
  data, log    ${folder}

Place an order, and find it in another terminal:

  ${toFindCommand(folder, shop.orders.nextNumber())}

Ctrl+C stops it and removes the data.
`)
}

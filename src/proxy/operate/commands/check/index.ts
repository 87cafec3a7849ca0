/**
 * Looks whether the proxy could start and work, and a page with it, and says so in sentences. Changes nothing; a test order goes to the API, which
 * never converts it, where one is asked for or a page is opened that shows an order.
 */
import type { Command } from 'commander'
import { type Finding, ok, problem, warning } from '../../../../contract/finding.js'
import { readSnippetFiles } from '../../../run/snippet-files.js'
import { readSettings, type Settings, SettingsError } from '../../../settings.js'
import { type Fingerprints, toDifferences, toFingerprints } from '../../fingerprints.js'
import { toSafeText } from '../../safe-text.js'
import { toCount } from '../../words.js'
import { print } from '../print.js'
import { readStorageSettings } from '../storage.js'
import { lookAtDatabase } from './database.js'
import { followTestOrder, sendTestOrder, toLocalUrl } from './order.js'
import { toWarnings } from './warnings.js'

export const defineCheck = (command: Command) =>
  command
    .description('settings, database, snippet and whether the API can be reached; changes nothing')
    .option(
      '--page <address>',
      'a page of the shop too, opened in a Chromium of this machine: what Ringup sees on it, and why nothing is sent',
    )
    .option('--order', 'send a test order the whole way, which the API never converts')
    .action(async ({ page, order }: { page?: string; order?: true }) => {
      for await (const { as, sentence } of runChecks(page, order)) {
        print(`${as.padEnd(9)}${toSafeText(sentence)}`)
        if (as === 'problem') process.exitCode = 1
      }
    })

async function* runChecks(page: string | undefined, order: true | undefined): AsyncGenerator<Finding> {
  const settings = tryToRead(() => readSettings(process.env))
  const known = settings instanceof SettingsError ? undefined : settings
  const build = await readSnippetFiles(SNIPPET, known).catch(() => undefined)
  // Whoever looks at a page from another machine has none of the proxy's settings there.
  const isHere = page === undefined || Object.keys(process.env).some((name) => name.startsWith('RINGUP_'))
  if (isHere) yield* lookHere(settings, build?.files[0]?.bytes.length)
  if (isHere && known && order) yield* sendTestOrder(known)
  if (page === undefined) return
  const { lookAtPage } = await import('./page.js')
  const testOrder = yield* lookAtPage(page)
  if (testOrder === undefined) return
  const isOurs = isHere && known && (yield* followTestOrder(testOrder))
  if (!isOurs) yield ok(`Event ${testOrder}: ringup find, beside its proxy, says how far it has come.`)
}

/** @returns what was read, or what is wrong with it */
function tryToRead<Read>(read: () => Read): Read | SettingsError {
  try {
    return read()
  } catch (error) {
    if (error instanceof SettingsError) return error
    throw error
  }
}

/** The script, which the build puts beside this module. */
const SNIPPET = new URL('./ringup.js', import.meta.url)

async function* lookHere(settings: Settings | SettingsError, scriptBytes: number | undefined): AsyncGenerator<Finding> {
  if (settings instanceof SettingsError) yield* settings.problems.map(problem)
  else yield ok(`The settings are in order: ${settings.origins.join(', ')} may send to ${settings.path}.`)
  const storage = tryToRead(readStorageSettings)
  if (!(storage instanceof SettingsError)) yield* lookAtDatabase(storage)
  yield scriptBytes === undefined
    ? problem('The snippet, ringup.js, is missing beside the proxy: npm run build.')
    : ok(`The snippet is there, ${toCount(scriptBytes, 'byte')}.`)
  if (settings instanceof SettingsError) return
  yield* lookAtWebhooks(settings)
  const { askApi } = await import('./api.js')
  yield* askApi(settings)
  yield* toWarnings(settings)
  yield* lookAtRunning(toAdminUrl(settings))
}

function* lookAtWebhooks({ path, shopifySecrets, wooCommerceSecrets }: Settings): Generator<Finding> {
  const platforms = { shopify: shopifySecrets, woocommerce: wooCommerceSecrets }
  for (const [name, { length }] of Object.entries(platforms)) {
    const older = length > 1 ? `, with ${toCount(length - 1, 'older secret')}` : ''
    if (length > 0) yield ok(`Webhooks are taken at ${path}/webhooks/${name}${older}.`)
  }
}

/** Whether the proxy that runs was started with these settings. */
async function* lookAtRunning(admin: string | undefined): AsyncGenerator<Finding> {
  if (admin === undefined) return
  const running = await fetch(`${admin}/settings`, { signal: AbortSignal.timeout(2_000) })
    .then((answer) => (answer.ok ? (answer.json() as Promise<Fingerprints>) : {})) // as admin.ts answers
    .catch(() => ({})) // nobody listens, or it is no proxy
  if (Object.keys(running).length === 0) return // or it was started by a program
  const different = toDifferences(running, toFingerprints(process.env))
  yield different.length === 0
    ? ok('The running proxy has these settings.')
    : warning(`The running proxy was started with another ${different.join(', ')}: start it again.`)
}

/** Where this machine reaches health and metrics; undefined of a port that nobody knows. */
const toAdminUrl = ({ adminHost, adminPort }: Settings): string | undefined =>
  adminPort === 0 ? undefined : toLocalUrl(adminHost, adminPort)

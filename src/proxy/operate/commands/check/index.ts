/**
 * Checks whether the proxy can start and work, and whether a page works with it. It sends a test order only with `--order`, or if the
 * opened page shows an order. The API never converts a test order.
 */
import type { Command } from 'commander'
import { type Finding, ok, problem, warning } from '../../../../contract/finding.js'
import { readServedTag } from '../../../run/served-tag.js'
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
    .description('check settings, database, snippet, and the connection to the API')
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
  const served = known && readServedTag(known)
  const build = await readSnippetFiles(SNIPPET, { tag: served?.tag }).catch(() => undefined)
  // A page can be checked from a machine without the proxy's settings.
  const isHere = page === undefined || Object.keys(process.env).some((name) => name.startsWith('RINGUP_'))
  if (isHere) yield* lookHere(settings, served?.problems, build?.files[0]?.bytes.length)
  if (isHere && known && order) yield* sendTestOrder(known)
  if (page === undefined) return
  const { lookAtPage } = await import('./page.js')
  const testOrder = yield* lookAtPage(page)
  if (testOrder === undefined) return
  const isOurs = isHere && known && (yield* followTestOrder(testOrder))
  if (!isOurs) yield ok(`Event ${testOrder}: ringup find, on the proxy’s machine, says where it is.`)
}

/** @returns the value, or the error of the settings */
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

async function* lookHere(
  settings: Settings | SettingsError,
  ofTagFile: string[] = [],
  scriptBytes: number | undefined,
): AsyncGenerator<Finding> {
  if (settings instanceof SettingsError) yield* settings.problems.map(problem)
  else yield ok(`The settings are in order: ${settings.origins.join(', ')} may send to ${settings.path}.`)
  yield* ofTagFile.map(problem)
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

/** Compares the settings with those of the running proxy. */
async function* lookAtRunning(admin: string | undefined): AsyncGenerator<Finding> {
  if (admin === undefined) return
  const running = await fetch(`${admin}/settings`, { signal: AbortSignal.timeout(2_000) })
    .then((answer) => (answer.ok ? (answer.json() as Promise<Fingerprints>) : {})) // as admin.ts answers
    .catch(() => ({})) // no program listens, or another one
  if (Object.keys(running).length === 0) return // a proxy that a program started has no fingerprints
  const different = toDifferences(running, toFingerprints(process.env))
  yield different.length === 0
    ? ok('The running proxy has these settings.')
    : warning(`The running proxy was started with another ${different.join(', ')}: start it again.`)
}

/** The address of the operator's port. Undefined if the system chooses the port. */
const toAdminUrl = ({ adminHost, adminPort }: Settings): string | undefined =>
  adminPort === 0 ? undefined : toLocalUrl(adminHost, adminPort)

/**
 * Checks whether the proxy can start and work: settings, database, snippet and API. With `--order` it sends a test order the whole
 * way. The API never converts it.
 */
import type { Command } from 'commander'
import { type Finding, ok, problem } from '../../../../contract/finding.js'
import { toSafeText } from '../../../../contract/safe-text.js'
import { readServedTag } from '../../../served-tag.js'
import { readSettings, type Settings, SettingsError } from '../../../settings.js'
import { readSnippetFiles } from '../../../snippet-files.js'
import { toCount } from '../../words.js'
import { print } from '../print.js'
import { readStorageSettings } from '../storage.js'
import { checkDatabase } from './database.js'
import { sendTestOrder } from './order.js'
import { toWarnings } from './warnings.js'

export const defineCheck = (command: Command) =>
  command
    .description('check settings, database, snippet, and the connection to the API')
    .option('--order', 'send a test order the whole way, which the API never converts')
    .option('--json', 'one JSON object a line')
    .action(async ({ order, json }: { order?: true; json?: true }) => {
      for await (const finding of runChecks(order)) {
        const { as, sentence } = finding
        print(json ? JSON.stringify(finding) : `${as.padEnd(9)}${toSafeText(sentence)}`)
        if (as === 'problem') process.exitCode = 1
      }
    })

async function* runChecks(order: true | undefined): AsyncGenerator<Finding> {
  const settings = tryToRead(() => readSettings(process.env))
  if (settings instanceof SettingsError) yield* settings.problems.map(problem)
  else yield ok(`The settings are in order: ${settings.origins.join(', ')} may send to ${settings.path}.`)
  const known = settings instanceof SettingsError ? undefined : settings
  const served = known && readServedTag(known)
  yield* (served?.problems ?? []).map(problem)
  const storage = tryToRead(readStorageSettings)
  if (!(storage instanceof SettingsError)) yield* checkDatabase(storage)
  const build = await readSnippetFiles(SNIPPET, { tag: served?.tag }).catch(() => undefined)
  yield toScriptFinding(build?.files[0]?.bytes.length)
  if (!known) return
  yield* toWebhookFindings(known)
  const { askApi } = await import('./api.js')
  yield* askApi(known)
  yield* toWarnings(known)
  if (order) yield* sendTestOrder(known)
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

/** The script, which the build puts next to this module. */
const SNIPPET = new URL('./ringup.js', import.meta.url)

const toScriptFinding = (bytes: number | undefined): Finding =>
  bytes === undefined
    ? problem('The snippet, ringup.js, is not in the proxy’s folder: npm run build.')
    : ok(`The snippet is there, ${toCount(bytes, 'byte')}.`)

function* toWebhookFindings({ path, shopifySecrets, wooCommerceSecrets }: Settings): Generator<Finding> {
  const platforms = { shopify: shopifySecrets, woocommerce: wooCommerceSecrets }
  for (const [name, { length }] of Object.entries(platforms)) {
    const older = length > 1 ? `, with ${toCount(length - 1, 'older secret')}` : ''
    if (length > 0) yield ok(`Webhooks are accepted at ${path}/webhooks/${name}${older}.`)
  }
}

/** Looks whether the proxy could start and work, and says so in sentences. Changes nothing, here or at the API. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { Agent, request } from 'undici'
import { isLoopback, toNetworkCause } from '../../network-cause.js'
import { inspect, isOpen, toPlace } from '../../queue/store/postgres.js'
import { toFolderProblem } from '../../run/database-folder.js'
import { isPostgres, readSettings, type Settings, SettingsError } from '../../settings.js'
import { print, toCount } from './print.js'
import { openAdmin, readStorageSettings, type StorageSettings } from './storage.js'

type Finding = { as: 'ok' | 'warning' | 'problem'; sentence: string }

const ok = (sentence: string): Finding => ({ as: 'ok', sentence })
const warning = (sentence: string): Finding => ({ as: 'warning', sentence })
const problem = (sentence: string): Finding => ({ as: 'problem', sentence })

export function addCheck(program: Command) {
  program
    .command('check')
    .description('settings, database, snippet and whether the API can be reached; changes nothing')
    .action(check)
}

async function check() {
  for await (const { as, sentence } of look()) {
    print(`${as.padEnd(9)}${sentence}`)
    if (as === 'problem') process.exitCode = 1
  }
}

async function* look(): AsyncGenerator<Finding> {
  const settings = read(() => readSettings(process.env))
  if (Array.isArray(settings)) yield* settings
  else yield ok(`The settings are in order: ${settings.origins.join(', ')} may send to ${settings.path}.`)
  const storage = read(() => readStorageSettings(process.env))
  if (!Array.isArray(storage)) yield* lookAtDatabase(storage)
  yield await lookAtSnippet()
  if (Array.isArray(settings)) return
  yield await askApi(settings)
  yield* toWarnings(settings)
}

function read<Read>(readAll: () => Read): Read | Finding[] {
  try {
    return readAll()
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.map(problem)
    throw error
  }
}

async function* lookAtDatabase(storage: StorageSettings): AsyncGenerator<Finding> {
  if (isPostgres(storage.database)) yield* lookAtPostgres(storage)
  else yield* lookAtFile(storage)
}

async function* lookAtPostgres(storage: StorageSettings): AsyncGenerator<Finding> {
  const { database, schema, keys } = storage
  try {
    const { isThere, mayMake, isDurable } = await inspect(database, schema)
    if (isThere) {
      yield await countEvents(storage)
      yield* countKeys(keys)
    } else {
      const none = `There is no schema ${schema} in ${toPlace(database)}`
      yield mayMake
        ? ok(`${none} yet; the proxy makes it when it starts.`)
        : problem(`${none}, and this user may not make it.`)
    }
    if (!isDurable) yield warning('The database runs with fsync off: a power cut loses events that were acknowledged.')
    if (isOpen(database)) {
      yield warning('The way to the database is not encrypted: add ?sslmode=verify-full to RINGUP_DATABASE.')
    }
  } catch (error) {
    yield problem(toSentence(error))
  }
}

async function* lookAtFile(storage: StorageSettings): AsyncGenerator<Finding> {
  const { database, keys } = storage
  const file = await stat(database).catch(() => undefined)
  if (!file) {
    const wrong = toFolderProblem(database)
    yield wrong
      ? problem(`There is no database at ${database}, and none can be made there: ${wrong}`)
      : ok(`There is no database at ${database} yet; the proxy makes one when it starts.`)
    return
  }
  if (!(await isWritable(database))) yield problem(`The database ${database} may not be written by this user.`)
  if (file.mode & 0o077) yield warning(`The database ${database} can be opened by other users: chmod 600 it.`)
  yield await countEvents(storage)
  yield* countKeys(keys)
}

function* countKeys(keys: StorageSettings['keys']): Generator<Finding> {
  if (keys.length > 1) yield ok(`${toCount(keys.length - 1, 'older key')} of RINGUP_KEY can still decrypt.`)
}

async function countEvents(storage: StorageSettings): Promise<Finding> {
  try {
    const { database } = storage
    const admin = await openAdmin(storage)
    const { waiting, dead } = await admin.count().finally(admin.close)
    return ok(
      `The database ${isPostgres(database) ? toPlace(database) : database} has ${toCount(waiting, 'waiting event')}, ${toCount(dead, 'dead letter')}.`,
    )
  } catch (error) {
    return problem(toSentence(error))
  }
}

const toSentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

const isWritable = (path: string) =>
  access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  )

/** Beside this module once both are built. */
async function lookAtSnippet(): Promise<Finding> {
  const file = new URL('./ringup.js', import.meta.url)
  const found = await stat(file).catch(() => undefined)
  if (!found || found.size === 0) return problem('The snippet, ringup.js, is missing beside the proxy: npm run build.')
  return ok(`The snippet is there, ${toCount(found.size, 'byte')}.`)
}

/**
 * GET where orders are POSTed: a method that changes nothing by its definition (RFC 9110, 9.2.1), with no body. The API
 * answers 405, or 401 before it when the key is wrong. The key goes along, to the host that gets it with each event.
 */
async function askApi({ apiUrl, apiAuthorization }: Settings): Promise<Finding> {
  const url = `${apiUrl}/customer/convert/`
  const dispatcher = new Agent({ connect: { timeout: 3_000 } })
  const signal = AbortSignal.timeout(10_000)
  try {
    const headers = { authorization: apiAuthorization, accept: 'application/json' }
    const { statusCode, body, headers: answered } = await request(url, { dispatcher, signal, headers })
    body.on('error', () => {}).destroy() // unread, which it calls an error
    return judge(statusCode, /^text\/html/i.test(String(answered['content-type'] ?? '')), url)
  } catch (error) {
    return problem(`The API cannot be reached at ${apiUrl}: ${toCause(error)}. Events would wait.`)
  } finally {
    await dispatcher.destroy()
  }
}

function judge(status: number, isPage: boolean, url: string): Finding {
  if (status === 401 || status === 403) {
    return problem(
      `The API is there and answers ${status}: RINGUP_API_AUTHORIZATION is wrong, or may not be used here.`,
    )
  }
  if ((status >= 300 && status < 400) || (status < 300 && isPage)) {
    return problem(`At ${url} something else answers ${status}: RINGUP_API_URL is not the API’s base URL.`)
  }
  if (status === 404 || status === 410) {
    return warning(`${url} answers ${status} to GET: RINGUP_API_URL is wrong, or this API hides what it does not GET.`)
  }
  if (status === 429 || status >= 500) return warning(`The API is there but answers ${status}. Events would wait.`)
  return ok(
    `The API is there and did not refuse the key (${status} to GET). Lists are seen only with the first sign-up.`,
  )
}

function toCause(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer within 10 s'
  return toNetworkCause(code) ?? (code || 'no answer')
}

function* lookAtWebhooks({ path, shopifySecrets, wooCommerceSecrets }: Settings): Generator<Finding> {
  const platforms = { shopify: shopifySecrets, woocommerce: wooCommerceSecrets }
  for (const [name, { length }] of Object.entries(platforms)) {
    const older = length > 1 ? `, with ${toCount(length - 1, 'older secret')}` : ''
    if (length > 0) yield ok(`Webhooks are taken at ${path}/webhooks/${name}${older}.`)
  }
}

/** What works, but perhaps not as meant. */
function* toWarnings(settings: Settings): Generator<Finding> {
  yield* lookAtWebhooks(settings)
  if (settings.keys.length === 0) {
    yield warning('RINGUP_PLAINTEXT=1: whoever can read the database can read customers’ data.')
  }
  if (settings.allowOpaqueOrigin) {
    yield warning('RINGUP_ALLOW_OPAQUE_ORIGIN=1: events are taken from any program, not from the shop’s pages alone.')
  }
  const open = settings.origins.filter((origin) => origin.startsWith('http:') && !isLoopback(new URL(origin).hostname))
  if (open.length > 0) yield warning(`Pages of ${open.join(', ')} send customers’ data unencrypted.`)
  if (settings.lists.size === 0) yield warning('RINGUP_LISTS is empty: every sign-up is refused.')
  if (settings.trustedHops === 0 && isLoopback(settings.host)) {
    yield warning('RINGUP_TRUSTED_HOPS=0: behind a web server of this machine all shoppers share RINGUP_RATE_PER_IP.')
  }
  if (!isLoopback(settings.adminHost)) {
    yield warning(
      `Health and metrics can be read by whoever reaches ${settings.adminHost}, port ${settings.adminPort}.`,
    )
  }
}

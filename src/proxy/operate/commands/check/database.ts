/** The database as the proxy would find it. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { toFolderProblem } from '../../../run/database-folder.js'
import { isPostgres } from '../../../settings.js'
import { toCount } from '../../words.js'
import { openAdmin, type StorageSettings } from '../storage.js'
import { type Finding, ok, problem, warning } from './finding.js'

export async function* lookAtDatabase(storage: StorageSettings): AsyncGenerator<Finding> {
  if (isPostgres(storage.database)) yield* lookAtPostgres(storage)
  else yield* lookAtFile(storage)
}

async function* lookAtPostgres(storage: StorageSettings): AsyncGenerator<Finding> {
  const { database, schema, keys } = storage
  const { inspect, isOpen } = await import('./postgres.js')
  const { toPlace } = await import('../../../queue/store/postgres.js')
  try {
    const { isThere, mayMake, isDurable } = await inspect(database, schema)
    if (isThere) {
      yield await countEvents(storage, toPlace(database))
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
  yield await countEvents(storage, database)
  yield* countKeys(keys)
}

function* countKeys(keys: StorageSettings['keys']): Generator<Finding> {
  if (keys.length > 1) yield ok(`${toCount(keys.length - 1, 'older key')} of RINGUP_KEY can still decrypt.`)
}

async function countEvents(storage: StorageSettings, place: string): Promise<Finding> {
  try {
    const admin = await openAdmin(storage)
    const { waiting, dead } = await admin.count().finally(admin.close)
    return ok(`The database ${place} has ${toCount(waiting, 'waiting event')}, ${toCount(dead, 'dead letter')}.`)
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

/** Checks the database as the proxy would open it. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { type Finding, ok, problem, warning } from '../../../../contract/finding.js'
import { toFolderProblem } from '../../../queue/store/database-folder.js'
import { isPostgres } from '../../../settings.js'
import { CONDITIONS } from '../../conditions.js'
import { toCount, toSum } from '../../words.js'
import { type StorageSettings, withQueue } from '../storage.js'

export async function* checkDatabase(storage: StorageSettings): AsyncGenerator<Finding> {
  try {
    yield* isPostgres(storage.database) ? checkPostgres(storage) : checkFile(storage)
  } catch (error) {
    yield problem(error instanceof Error ? error.message : String(error))
  }
}

async function* checkPostgres(storage: StorageSettings): AsyncGenerator<Finding> {
  const { database, schema } = storage
  const { inspect, isOpen } = await import('./postgres.js')
  const { toPlace } = await import('../../../queue/store/postgres.js')
  const { isThere, mayMake, isDurable } = await inspect(database, schema)
  const none = `The schema ${schema} does not exist in ${toPlace(database)}`
  if (isThere) yield* checkRows(storage, toPlace(database))
  else if (mayMake) yield ok(`${none} yet. The proxy creates it at its start.`)
  else yield problem(`${none}, and this user may not create it.`)
  if (!isDurable) yield warning('The database runs with fsync off: a power cut loses events that were acknowledged.')
  if (isOpen(database)) {
    yield warning('The connection to the database is not encrypted: add ?sslmode=verify-full to RINGUP_DATABASE.')
  }
}

async function* checkFile(storage: StorageSettings): AsyncGenerator<Finding> {
  const { database } = storage
  const file = await stat(database).catch(() => undefined)
  const wrong = toFolderProblem(database)
  if (!file) {
    yield wrong
      ? problem(`The database ${database} does not exist, and cannot be created: ${wrong}`)
      : ok(`The database ${database} does not exist yet. The proxy creates it at its start.`)
    return
  }
  if (wrong) {
    yield problem(`The database file ${database} cannot be used: ${wrong}`)
    return
  }
  const isRefused = await access(database, constants.R_OK | constants.W_OK).catch(() => true)
  if (isRefused) yield problem(`This user may not write the database ${database}.`)
  if (file.mode & 0o077) yield warning(`Other users can open the database ${database}: chmod 600 it.`)
  yield* checkRows(storage, database)
}

async function* checkRows(storage: StorageSettings, place: string): AsyncGenerator<Finding> {
  const { waiting, dead, waitingBy } = await withQueue((admin) => admin.count(), storage)
  const unreadable = toSum(waitingBy.filter(({ reason }) => reason === 'unreadable').map(({ count }) => count))
  yield ok(`The database ${place} has ${toCount(waiting, 'waiting event')}, ${toCount(dead, 'dead letter')}.`)
  if (unreadable > 0)
    yield problem(`No key of RINGUP_KEY opens ${toCount(unreadable, 'waiting event')}. ${CONDITIONS.keys.todo}`)
  const older = storage.keys.length - 1
  if (older > 0) yield ok(`${toCount(older, 'older key')} of RINGUP_KEY can still decrypt.`)
}

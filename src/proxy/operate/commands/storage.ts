/** Opens the queue for a command, with or without a running proxy. */
import { existsSync } from 'node:fs'
import type { QueueAdmin } from '../../queue/index.js'
import { openQueueAdmin } from '../../queue/open.js'
import { createSeal } from '../../seal.js'
import { isPostgres, readSettingsOf, type Settings, SettingsError } from '../../settings.js'
import { ProblemError } from '../problem-error.js'

export type StorageSettings = Pick<Settings, 'database' | 'keys' | 'schema'>

/** Reads only the settings of the queue. @throws SettingsError */
export function readStorageSettings(): StorageSettings {
  if (!process.env.RINGUP_KEY) throw new SettingsError([NO_KEY]) // a new key would not open any record
  return readSettingsOf(['RINGUP_DATABASE', 'RINGUP_SCHEMA', 'RINGUP_KEY'], process.env)
}

const NO_KEY =
  'RINGUP_KEY is missing. Name the proxy’s file of settings with --env-file, or set the key that the database was written with.'

/** @throws ProblemError if the database does not exist. A new, empty one would hide a misspelt path. */
export async function openAdmin({ database, schema, keys }: StorageSettings): Promise<QueueAdmin> {
  if (!isPostgres(database) && !existsSync(database)) {
    throw new ProblemError(
      `The database ${database} does not exist. Set RINGUP_DATABASE to the file that the proxy uses.`,
    )
  }
  return openQueueAdmin({ database, schema, seal: createSeal(keys) })
}

/** Opens the queue of the environment, or another one, uses it, and closes it. */
export async function withQueue<Result>(use: (admin: QueueAdmin) => Promise<Result>, storage = readStorageSettings()) {
  const admin = await openAdmin(storage)
  try {
    return await use(admin)
  } finally {
    await admin.close()
  }
}

/** Opens the queue for a command, beside a running proxy or without one. */
import { existsSync } from 'node:fs'
import type { QueueAdmin } from '../../queue/index.js'
import { openQueueAdmin } from '../../queue/open.js'
import { createSeal } from '../../seal.js'
import { isPostgres, readSettingsOf, type Settings, SettingsError } from '../../settings.js'
import { ProblemError } from './print.js'

export type StorageSettings = Pick<Settings, 'database' | 'keys' | 'schema'>

/** The settings of the queue alone, whatever the others are. @throws SettingsError */
export function readStorageSettings(): StorageSettings {
  const { RINGUP_KEY, RINGUP_PLAINTEXT } = process.env
  if (!RINGUP_KEY && !RINGUP_PLAINTEXT) throw new SettingsError([NO_KEY]) // a new one would open nothing
  return readSettingsOf(['RINGUP_DATABASE', 'RINGUP_SCHEMA', 'RINGUP_KEY', 'RINGUP_PLAINTEXT'], process.env)
}

const NO_KEY =
  'RINGUP_KEY is needed, the one the database was written with: name the proxy’s file of settings with --env-file, or set the variable.'

/** @throws ProblemError when there is no database yet: made here, an empty one would hide a misspelt path */
export async function openAdmin({ database, schema, keys }: StorageSettings): Promise<QueueAdmin> {
  if (!isPostgres(database) && !existsSync(database)) {
    throw new ProblemError(`There is no database at ${database}. Set RINGUP_DATABASE to the file that the proxy uses.`)
  }
  return openQueueAdmin({ database, schema, seal: createSeal(keys) })
}

/** Does something with a queue, the one of the environment unless another is named, and closes it. */
export async function withQueue<Result>(use: (admin: QueueAdmin) => Promise<Result>, storage = readStorageSettings()) {
  const admin = await openAdmin(storage)
  try {
    return await use(admin)
  } finally {
    await admin.close()
  }
}

/** Opens the hold for a command, beside a running proxy or without one. */
import { existsSync } from 'node:fs'
import type { Ledger } from '../../hold/index.js'
import { openLedger as open } from '../../hold/open.js'
import { createSeal } from '../../seal.js'
import { isPostgres, readSettings, type Settings } from '../../settings.js'
import { ProblemError } from './print.js'

type Environment = Record<string, string | undefined>
export type StorageSettings = Pick<Settings, 'database' | 'keys'>

/** What the proxy needs and these commands do not: a shell without the API's key must be enough for them. */
const STAND_INS = {
  RINGUP_API_URL: 'https://not-used.invalid',
  RINGUP_API_AUTHORIZATION: 'not-used',
  RINGUP_ORIGINS: 'https://not-used.invalid',
}

/**
 * The settings of the hold alone, whatever the others are.
 *
 * @throws SettingsError
 */
export function readStorageSettings({ RINGUP_DATABASE, RINGUP_KEY, RINGUP_PLAINTEXT }: Environment): StorageSettings {
  return readSettings({ ...STAND_INS, RINGUP_DATABASE, RINGUP_KEY, RINGUP_PLAINTEXT })
}

/** @throws ProblemError when there is no database yet: made here, an empty one would hide a misspelt path */
export async function openLedger({ database, keys }: StorageSettings): Promise<Ledger> {
  if (!isPostgres(database) && !existsSync(database)) {
    throw new ProblemError(`There is no database at ${database}. RINGUP_DATABASE is the file that the proxy uses.`)
  }
  return open({ database, seal: createSeal(keys) })
}

/** Does something with the hold that the environment names, and closes it. */
export async function withLedger<Result>(use: (ledger: Ledger) => Promise<Result>): Promise<Result> {
  const ledger = await openLedger(readStorageSettings(process.env))
  try {
    return await use(ledger)
  } finally {
    await ledger.close()
  }
}

/**
 * `ringup backup FOLDER` and `ringup restore FOLDER`: the SQLite file, and the folder of scripts with the tag's settings.
 *
 * SQLite copies the file in one transaction, so a backup is whole while a proxy runs. A failed backup leaves the last one.
 */
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import Libsql from 'libsql'
import { lock } from '../../queue/store/file-lock.js'
import { isPostgres } from '../../settings.js'
import { ProblemError } from '../problem-error.js'
import { toCount, toTime } from '../words.js'
import { print } from './print.js'
import { readStorageSettings, type StorageSettings, withQueue } from './storage.js'

/** The names in a folder of a backup. */
const FILE = 'ringup.db'
const SCRIPTS = 'ringup.db-scripts'
/** The files of a database next to its own. */
const PARTS = ['', '-wal', '-shm', '-ballast', '-scripts']

export const defineBackup = (command: Command) =>
  command
    .argument('<folder>', 'the backup; an older backup there is replaced')
    .description('copy the database, while a proxy runs or without one')
    .action((folder: string) => backUp(readFileSettings('pg_dump'), resolve(folder)))

export const defineRestore = (command: Command) =>
  command
    .argument('<folder>', 'a backup of this command')
    .description('replace the database by a backup; the proxy has to be stopped')
    .action((folder: string) => restore(readFileSettings('pg_restore'), resolve(folder)))

/** @throws ProblemError for a Postgres database, which has a tool of its own */
function readFileSettings(tool: string): StorageSettings {
  const settings = readStorageSettings()
  if (!isPostgres(settings.database)) return settings
  throw new ProblemError(`The database is Postgres: use ${tool} for its schema ${settings.schema ?? 'ringup'}.`)
}

async function backUp({ database }: StorageSettings, folder: string) {
  if (!existsSync(database)) throw new ProblemError(`The database ${database} does not exist.`)
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, FILE)))
    throw new ProblemError(`${folder} has other files. Name a new folder, or the folder of an older backup.`)
  const [fresh, older] = [`${folder}.new`, `${folder}.old`]
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  const db = new Libsql(database, { readonly: true, timeout: 5_000 })
  try {
    db.exec(`VACUUM INTO '${join(fresh, FILE).replaceAll("'", "''")}'`)
  } finally {
    db.close()
  }
  chmodSync(join(fresh, FILE), 0o600)
  if (existsSync(`${database}-scripts`)) cpSync(`${database}-scripts`, join(fresh, SCRIPTS), { recursive: true })
  checkFile(join(fresh, FILE))
  rmSync(older, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, older)
  renameSync(fresh, folder)
  rmSync(older, { recursive: true, force: true })
  print(`The backup is in ${folder}. Keep RINGUP_KEY in another place: without it the backup cannot be read.`)
  const others = ['RINGUP_TAG', 'RINGUP_SCRIPTS'].filter((name) => process.env[name])
  if (others.length > 0) print(`The backup does not have the file of ${others.join(' and ')}: copy it too.`)
}

/** @throws ProblemError if the file is damaged */
function checkFile(file: string) {
  const db = new Libsql(file, { readonly: true })
  try {
    const [{ quick_check: result = '' } = {}] = db.prepare('PRAGMA quick_check').all() as { quick_check?: string }[]
    if (result !== 'ok') throw new ProblemError(`${file} is damaged: ${result}.`)
  } finally {
    db.close()
  }
}

async function restore(settings: StorageSettings, folder: string) {
  const { database } = settings
  const file = join(folder, FILE)
  if (!existsSync(file)) throw new ProblemError(`${folder} has no backup: there is no ${FILE} in it.`)
  const release = lockFile(database)
  const fresh = `${database}.restored`
  try {
    for (const part of PARTS) rmSync(`${fresh}${part}`, { recursive: true, force: true })
    cpSync(file, fresh)
    chmodSync(fresh, 0o600)
    checkFile(fresh)
    const { waiting } = await withQueue((admin) => admin.count(), { ...settings, database: fresh }) // opens it with this key
    const place = join(dirname(resolve(database)), `replaced-${Date.now()}`)
    for (const sentence of toSentences(statSync(file).mtimeMs, waiting, place, existsSync(database))) print(sentence)
    replaceFiles(database, fresh, join(folder, SCRIPTS), place)
  } finally {
    for (const part of PARTS) rmSync(`${fresh}${part}`, { recursive: true, force: true })
    release()
  }
  print('The backup is restored. Start the proxy.')
}

/** @throws ProblemError while a proxy runs */
function lockFile(database: string): () => void {
  try {
    return lock(database)
  } catch {
    throw new ProblemError(`A proxy uses ${database}, or its folder cannot be written. Stop the proxy first.`)
  }
}

const toSentences = (madeMs: number, waiting: number, place: string, isThere: boolean) => [
  `The backup was made ${toTime(madeMs)}. It has ${toCount(waiting, 'waiting event')}.`,
  'Events that were delivered since then are sent again: an order converts its customer’s latest session.',
  'Customers that were erased since then are back: erase them again.',
  ...(isThere ? [`Events that arrived since then are only in ${place}, with the settings of the tag.`] : []),
]

/** Moves the old files away, and the restored ones to their place. Scripts that were built since then stay available. */
function replaceFiles(database: string, fresh: string, scripts: string, place: string) {
  const old = PARTS.filter((part) => existsSync(database + part))
  if (old.length > 0) mkdirSync(place, { mode: 0o700 })
  for (const part of old) renameSync(database + part, join(place, basename(database) + part))
  renameSync(fresh, database)
  if (existsSync(scripts)) cpSync(scripts, `${database}-scripts`, { recursive: true })
  const oldScripts = join(place, `${basename(database)}-scripts`)
  if (existsSync(oldScripts)) cpSync(oldScripts, `${database}-scripts`, { recursive: true, force: false })
  const { uid, gid } = statSync(dirname(resolve(database)))
  if (process.getuid?.() === 0) chownAll(database, uid, gid)
}

/** Root restores for the user of the proxy. */
function chownAll(database: string, uid: number, gid: number) {
  for (const part of [...PARTS, '-lock'].filter((each) => existsSync(database + each))) {
    chownSync(database + part, uid, gid)
    if (!statSync(database + part).isDirectory()) continue
    for (const name of readdirSync(database + part, { recursive: true }))
      chownSync(join(database + part, String(name)), uid, gid)
  }
}

/** Programs that some tests need. If the machine lacks one, its tests are skipped, and `npm test` reports this. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The Debian package of each program. */
const PACKAGES = {
  caddy: 'caddy',
  nginx: 'nginx-light',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
  php: 'php-cli',
  postgres: 'postgresql',
  python3: 'python3',
  sqlite3: 'sqlite3',
  'systemd-analyze': 'systemd',
}

/** Needed only by tests of the long run (long-run.mjs). */
const SELDOM_NEEDED = ['caddy', 'nginx', 'sqlite3']

/** Arguments that print a program's version, if it is not `--version`. */
const ASKED = { caddy: 'version', nginx: '-v', openssl: 'version' }

export const isInstalled = (name) =>
  name === 'postgres' ? findPostgres() !== undefined : spawnSync(name, [ASKED[name] ?? '--version']).status === 0

/** The folder of Postgres' programs. Debian has one folder for each version and does not add it to the path. */
export function findPostgres() {
  const versions = '/usr/lib/postgresql'
  const folders = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []
  const path = (process.env.PATH ?? '').split(':')
  return [...folders, ...path].find((folder) => ['postgres', 'initdb'].every((name) => existsSync(join(folder, name))))
}

/** @returns names and packages, as part of a sentence; undefined if this run has all programs that it needs */
export function sayMissing(triesSeldom) {
  const needed = Object.entries(PACKAGES).filter(([name]) => triesSeldom || !SELDOM_NEEDED.includes(name))
  const missing = needed.filter(([name]) => !isInstalled(name))
  if (missing.length === 0) return undefined
  const [names, packages] = [0, 1].map((at) => missing.map((each) => each[at]))
  return `${names.join(', ')} (Debian: apt-get install ${packages.join(' ')})`
}

/** What some tests need and not every machine has: they are skipped there, and `npm test` says so. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's package of each program. */
const PACKAGES = {
  caddy: 'caddy',
  nginx: 'nginx-light',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
  php: 'php-cli',
  postgres: 'postgresql',
  python3: 'python3',
  ruby: 'ruby',
  sqlite3: 'sqlite3',
  'systemd-analyze': 'systemd',
}

/** Needed by none but the files that the long run has (long-run.mjs). */
const SELDOM_NEEDED = ['caddy', 'nginx', 'sqlite3']

/** How each is asked for its version, unless it is by `--version`. */
const ASKED = { caddy: 'version', nginx: '-v', openssl: 'version' }

export const isInstalled = (name) =>
  name === 'postgres' ? findPostgres() !== undefined : spawnSync(name, [ASKED[name] ?? '--version']).status === 0

/** The folder of its programs. Debian has one for each version, and none of them in the path. */
export function findPostgres() {
  const versions = '/usr/lib/postgresql'
  const folders = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []
  const path = (process.env.PATH ?? '').split(':')
  return [...folders, ...path].find((folder) => ['postgres', 'initdb'].every((name) => existsSync(join(folder, name))))
}

/** @returns names and packages, as part of a sentence; undefined when nothing is missing of what is tried here */
export function sayMissing(triesSeldom) {
  const needed = Object.entries(PACKAGES).filter(([name]) => triesSeldom || !SELDOM_NEEDED.includes(name))
  const missing = needed.filter(([name]) => !isInstalled(name))
  if (missing.length === 0) return undefined
  const [names, packages] = [0, 1].map((at) => missing.map((each) => each[at]))
  return `${names.join(', ')} (Debian: apt-get install ${packages.join(' ')})`
}

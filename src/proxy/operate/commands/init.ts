/** Writes the file of settings, with a new key and token. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import type { Command } from 'commander'
import { ProblemError } from '../problem-error.js'
import { print } from './print.js'

/** Known values. The others stay empty. */
interface Given {
  apiUrl?: string
  origin?: string
  key?: string
  token?: string
}

export const defineInit = (command: Command) =>
  command
    .argument('[file]', 'to write', 'ringup.env')
    .option('--api-url <address>', 'the API’s base URL')
    .option('--origin <address>', 'the shop’s own, such as https://shop.example')
    .description('write a file of settings (mode 600) with a new key')
    .action((file: string, options: Pick<Given, 'apiUrl' | 'origin'>) => {
      const key = randomBytes(32).toString('base64')
      const token = randomBytes(24).toString('base64url')
      write(file, toEnvFile({ ...options, key, token }))
      print(`Wrote ${file} (mode 600) with a new RINGUP_KEY. ${KEEP}`)
      print(`Fill in the empty values, and then: ${toProgram()} check --env-file ${file}`)
    })

/** The command by which this program was started: by npm in a clone, by its path on a server, or as `ringup`. */
function toProgram(): string {
  if (process.env.npm_lifecycle_event === 'ringup') return 'npm run ringup --'
  const path = process.argv[1] ?? ''
  return basename(path) === 'cli.js' ? `node ${relative('', path)}` : basename(path)
}

const KEEP = 'Keep a copy: no other key opens the database.'

function write(file: string, text: string) {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = Object(error)
    if (code === 'EEXIST')
      throw new ProblemError(
        `${file} exists already, and its key opens a database, so it was not changed. Name another file.`,
      )
    throw new ProblemError(`${file} cannot be written (${code}): name a file in a folder where you may write.`)
  }
}

export const toEnvFile = ({ apiUrl = '', origin = '', key = '', token = '' }: Given = {}) => `\
# The proxy's settings, for systemd (EnvironmentFile), Docker and the commands (--env-file): no quotes, no spaces around the = sign.
# Holds keys: chmod 600, and never into a repository or an image. \`ringup init\` writes it with a new RINGUP_KEY.
# The API's base URL, such as: https://api.example.com/v1/shop
RINGUP_API_URL=${apiUrl}
# The whole value of the header, such as: Token 0123456789abcdef
RINGUP_API_AUTHORIZATION=
# The shop's own addresses, with commas between them, such as: https://shop.example
RINGUP_ORIGINS=${origin}
# The API's lists by public names, such as: {"newsletter":{"id":"42"}}
RINGUP_LISTS=
# Encrypts stored events. 32 random bytes in base64: openssl rand -base64 32
RINGUP_KEY=${key}
# The token for the operator's page. If it is empty, the page is open on this machine, and read-only
RINGUP_ADMIN_TOKEN=${token}
# The shop's web server in front of the proxy
RINGUP_TRUSTED_HOPS=1
`

/** The proxy of the demo, as an operator sets it up: its settings, their file, and its log, all in one folder. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Known {
  folder: string
  shopPort: number
  operatorPort: number
  /** The API's base_url, and its whole Authorization header. */
  baseUrl: string
  authorization: string
}

/** The key is random. The data that it encrypts lives only until the demo stops. */
export const toEnvironment = ({ folder, shopPort, operatorPort, ...known }: Known): Record<string, string> => ({
  RINGUP_API_URL: known.baseUrl,
  RINGUP_API_AUTHORIZATION: known.authorization,
  RINGUP_ORIGINS: `http://localhost:${shopPort},http://127.0.0.1:${shopPort}`,
  RINGUP_LISTS: JSON.stringify({ newsletter: { id: '42', fields: '*' } }),
  RINGUP_DATABASE: join(folder, 'proxy.db'),
  RINGUP_KEY: randomBytes(32).toString('base64'),
  RINGUP_ADMIN_PORT: String(operatorPort),
  PORT: '0',
  RINGUP_RATE_PER_IP: '3000', // all shoppers of the demo have the address of this machine
})

const toEnvFile = (folder: string) => join(folder, 'ringup.env')

/** Writes the settings for the operator's commands. Only this user can read the file. */
export function writeEnvFile(folder: string, environment: Record<string, string>): Promise<void> {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`)
  return writeFile(toEnvFile(folder), lines.join(''), { mode: 0o600 })
}

/** The command that finds an order. It runs in the clone. */
export const toFindCommand = (folder: string, order: string) =>
  `npm run ringup -- --env-file ${toEnvFile(folder)} find --order ${order}`

/** Writes the proxy's log into a file, so the terminal stays readable. */
export function createLogFile(folder: string): (line: object) => void {
  const stream = createWriteStream(join(folder, 'proxy.log'), { mode: 0o600 })
  return (line) => void stream.write(`${JSON.stringify(line)}\n`)
}

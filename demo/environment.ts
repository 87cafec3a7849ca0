/** The demo's proxy as an operator would set it up: its settings, the file that has them, and its log, all in one folder. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Known {
  folder: string
  shopPort: number
  operatorPort: number
  /** The API's base_url, and the whole header value that it expects. */
  baseUrl: string
  authorization: string
  webhookSecret: string
}

/** The key is for this start only, as is all that it encrypts. */
export const toEnvironment = ({ folder, shopPort, operatorPort, ...known }: Known): Record<string, string> => ({
  RINGUP_API_URL: known.baseUrl,
  RINGUP_API_AUTHORIZATION: known.authorization,
  RINGUP_ORIGINS: `http://localhost:${shopPort},http://127.0.0.1:${shopPort}`,
  RINGUP_LISTS: JSON.stringify({ newsletter: { id: '42', fields: '*' } }),
  RINGUP_DATABASE: join(folder, 'proxy.db'),
  RINGUP_KEY: randomBytes(32).toString('base64'),
  RINGUP_WOOCOMMERCE_SECRET: known.webhookSecret,
  RINGUP_ADMIN_PORT: String(operatorPort),
  PORT: '0',
  RINGUP_ALLOW_OPAQUE_ORIGIN: '1', // for the Shopify pixel in its sandboxed frame
  RINGUP_FORWARD_DELAY: '0', // to be watched
  RINGUP_RATE_PER_IP: '3000', // every shopper of the demo has this machine's address
})

const toEnvFile = (folder: string) => join(folder, 'ringup.env')

/** Leaves the settings where the operator's commands find them, readable by this user only. */
export function writeEnvFile(folder: string, environment: Record<string, string>): Promise<void> {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`)
  return writeFile(toEnvFile(folder), lines.join(''), { mode: 0o600 })
}

/** The command that says where an order is, to be run in the clone. */
export const toFindCommand = (folder: string, order: string) =>
  `npm run ringup -- --env-file ${toEnvFile(folder)} find --order ${order}`

/** The proxy's log, out of the way of what the terminal says. */
export function createLogFile(folder: string): (line: object) => void {
  const stream = createWriteStream(join(folder, 'proxy.log'), { mode: 0o600 })
  return (line) => void stream.write(`${JSON.stringify(line)}\n`)
}

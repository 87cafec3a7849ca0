/** Makes a script of an earlier version: today's code under other names. The proxy's script archive contains its rest. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface EarlierScript {
  /** The code of the core. It contains the name of its own rest. */
  core: string
  rest: { name: string; code: string }
}

export function readEarlierScript(): EarlierScript {
  const name = readdirSync('dist').find((each) => /^ringup-rest-[\da-f]{16}\.js$/.test(each)) ?? ''
  const code = `/* an earlier version */ ${readFileSync(join('dist', name), 'utf8')}`
  const hash = createHash('sha384').update(code).digest('hex').slice(0, 16)
  const rest = { name: `ringup-rest-${hash}.js`, code }
  return { core: readFileSync(join('dist', 'ringup.js'), 'utf8').replaceAll(name, rest.name), rest }
}

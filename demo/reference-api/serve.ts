/** `npm run api`: the reference API alone, until SIGINT or SIGTERM. */
import { DEFAULT_LISTS } from './index.js'
import { DEMO_AUTHORIZATION, readSettings } from './settings.js'
import { type StartedApi, startApi } from './start.js'

const read = readSettings(process.env)
if ('problems' in read) fail(read.problems)

const { settings } = read
const api = await startApi(settings).catch((error: unknown) =>
  fail([error instanceof Error ? error.message : String(error)]),
)
announce(api)

const STOP_GRACE_MS = 1000 // an answer takes milliseconds
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void api.stop(STOP_GRACE_MS))

function announce({ baseUrl, url }: StartedApi): void {
  const isDemo = settings.authorization === DEMO_AUTHORIZATION
  const [id] = Object.keys(settings.lists ?? DEFAULT_LISTS)
  console.log('# These lines are ready for ringup.env.')
  console.log(`RINGUP_API_URL=${baseUrl}`)
  console.log(`RINGUP_API_AUTHORIZATION=${settings.authorization}`)
  console.log(`RINGUP_LISTS=${JSON.stringify({ newsletter: { id } })}`)
  console.log(`database       ${settings.database ?? 'in memory'}`)
  console.log(`description    ${url}/openapi.json`)
  if (isDemo)
    console.log(
      `a session      curl ${baseUrl}/sessions/ -H 'Authorization: ${DEMO_AUTHORIZATION}' --json '{"email":"you@example.com"}'`,
    )
  console.log('Ctrl-C stops it.')
}

function fail(sentences: string[]): never {
  for (const sentence of sentences) console.error(sentence)
  process.exit(1)
}

/** The settings of `npm run api`, from the environment. All problems are named together. */

import { DEFAULT_BASE_PATH } from './index.js'
import { isObject } from './read-body.js'

/** It does not protect anything, because it is in this file. Use it in the demo only. */
export const DEMO_AUTHORIZATION = 'Token demo'

export interface ApiSettings {
  port: number
  basePath: string
  authorization: string
  database: string | undefined
  lists: Record<string, string> | undefined
}

/** An empty variable counts as not set. */
export function readSettings(environment: NodeJS.ProcessEnv): { settings: ApiSettings } | { problems: string[] } {
  const read = (name: string) => environment[name] || undefined
  const lists = toLists(read('API_LISTS'))
  const settings = {
    port: Number(read('API_PORT') ?? 4001),
    basePath: read('API_BASE_PATH') ?? DEFAULT_BASE_PATH,
    authorization: read('API_AUTHORIZATION') ?? DEMO_AUTHORIZATION,
    database: read('API_DATABASE'),
    lists: lists ?? undefined,
  }
  const problems = CHECKS.filter(([isFine]) => !isFine(settings)).map(([, sentence]) => sentence)
  if (lists === null) problems.push(WRONG_LISTS)
  return problems.length > 0 ? { problems } : { settings }
}

const CHECKS: [isFine: (settings: ApiSettings) => boolean, sentence: string][] = [
  [({ port }) => Number.isInteger(port) && port >= 0 && port <= 65_535, 'API_PORT must be a port, 0 to 65535.'],
  [
    // Plain segments only. In the router, `:` and `*` have a meaning.
    ({ basePath }) => /^(\/\w[\w.~-]*)+$/.test(basePath),
    `API_BASE_PATH must be a path such as ${DEFAULT_BASE_PATH}, without a slash at the end.`,
  ],
  [
    // HTTP trims a header value, so a value with outer spaces never matches.
    ({ authorization }) => /^[!-~]([ -~]*[!-~])?$/.test(authorization),
    'API_AUTHORIZATION must be a whole header value such as "Token abc": printable ASCII, without outer spaces.',
  ],
]
const WRONG_LISTS = 'API_LISTS must be a JSON object of list ids and names such as {"42":"Newsletter"}.'

/** Returns null if the text is not such an object. A URL resolves `.` and `..`, so they cannot be ids. */
function toLists(text: string | undefined): Record<string, string> | undefined | null {
  if (text === undefined) return undefined
  try {
    const lists: unknown = JSON.parse(text)
    const isList = ([id, name]: [string, unknown]) => !['', '.', '..'].includes(id) && typeof name === 'string'
    const entries = isObject(lists) ? Object.entries(lists) : []
    return entries.length > 0 && entries.every(isList) ? (lists as Record<string, string>) : null
  } catch {
    return null
  }
}

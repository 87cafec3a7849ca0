/** `npm run api`'s settings, from the environment. Every problem is named at once. */

import { DEFAULT_BASE_PATH } from './index.js'
import { isObject } from './read-body.js'

/** Protects nothing, for it is in this file: use it in the demo only. */
export const DEMO_AUTHORIZATION = 'Token demo'

export interface ApiSettings {
  port: number
  basePath: string
  authorization: string
  database: string | undefined
  lists: Record<string, string> | undefined
}

/** An empty variable is the same as none. */
export function readSettings(environment: NodeJS.ProcessEnv): { settings: ApiSettings } | { problems: string[] } {
  const read = (name: string) => environment[name] || undefined
  const settings = {
    port: Number(read('API_PORT') ?? 4001),
    basePath: read('API_BASE_PATH') ?? DEFAULT_BASE_PATH,
    authorization: read('API_AUTHORIZATION') ?? DEMO_AUTHORIZATION,
    database: read('API_DATABASE'),
    lists: toLists(read('API_LISTS')),
  }
  const problems = CHECKS.filter(([isFine]) => !isFine(settings)).map(([, sentence]) => sentence)
  return problems.length > 0 ? { problems } : { settings: settings as ApiSettings } // the last check rules out null
}

interface Candidate extends Omit<ApiSettings, 'lists'> {
  /** Null: not readable. */
  lists: Record<string, string> | undefined | null
}

const CHECKS: [isFine: (settings: Candidate) => boolean, sentence: string][] = [
  [({ port }) => Number.isInteger(port) && port >= 0 && port <= 65_535, 'API_PORT must be a port, 0 to 65535.'],
  [
    // Plain segments only: the router gives `:` and `*` a meaning of their own.
    ({ basePath }) => /^(\/\w[\w.~-]*)+$/.test(basePath),
    `API_BASE_PATH must be a path such as ${DEFAULT_BASE_PATH}, without a slash at the end.`,
  ],
  [
    // HTTP trims a header value, so one with spaces round it could never be matched.
    ({ authorization }) => /^[!-~]([ -~]*[!-~])?$/.test(authorization),
    'API_AUTHORIZATION must be a whole header value such as "Token abc": printable ASCII, no space round it.',
  ],
  [({ lists }) => lists !== null, 'API_LISTS must be a JSON object of list ids and names such as {"42":"Newsletter"}.'],
]

/** Null when the text is no such object. `.` and `..` cannot be ids: a URL resolves them away, escaped or not. */
function toLists(text: string | undefined): Candidate['lists'] {
  if (text === undefined) return undefined
  try {
    const lists: unknown = JSON.parse(text)
    return isLists(lists) ? lists : null
  } catch {
    return null
  }
}

function isLists(value: unknown): value is Record<string, string> {
  const isList = ([id, name]: [string, unknown]) => !['', '.', '..'].includes(id) && typeof name === 'string'
  return isObject(value) && Object.keys(value).length > 0 && Object.entries(value).every(isList)
}

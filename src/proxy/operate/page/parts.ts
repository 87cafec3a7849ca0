/** The parts of the operator's page. */
import type { Log } from '../../log/line.js'
import type { Operator } from '../../queue/index.js'
import type { Build } from '../../script-files.js'
import type { Health } from '../health.js'
import type { Requests } from '../requests.js'
import type { SaveTag } from './keep-tag.js'

/** Script and style sheet of the build. Without them, the page has no style and does not refresh itself. */
export interface PageFiles {
  script: string
  style: string
  /** The set-up page. */
  setup?: string
  /** Reads a file that the set-up page offers. Undefined for another name. */
  readSetupFile?(name: string): Promise<string | undefined>
}

export interface PageParts {
  operator: Operator
  readHealth(): Promise<Health>
  /** Has the refused origins and lists, which are texts of strangers. */
  requests: Pick<Requests, 'read'>
  /** The shop's origins. */
  origins: string[]
  /** The path of the script, for the tag. */
  path: string
  version: string
  snippet?: Build
  files: PageFiles | undefined
  /** Tokens for signing in. Without a token, the page is open and read-only. */
  tokens: string[]
  log: Log
  /** Sends a test order as a page would. @returns the id of its event; undefined if the proxy did not take it */
  sendTestOrder?: () => Promise<string | undefined>
  /** Keeps the tag's settings; undefined if the platform has no files. */
  saveTag?: SaveTag
  /** Called after an act that may have changed an event. */
  onActed?: () => void
  now?: () => number
}

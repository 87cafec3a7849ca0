/** What the operator's page is made from. */

import type { Operator } from '../../queue/index.js'
import type { Build } from '../../script-files.js'
import type { Health } from '../health.js'
import type { Hours } from '../hours.js'
import type { SaveTag } from './keep-tag.js'

/** Script and style sheet, as the build has made them; without them the page has neither charts nor colours. */
export interface PageFiles {
  script: string
  style: string
  /** The set-up page, where there is one. */
  setup?: string
}

export interface PageParts {
  operator: Operator
  readHealth(): Promise<Health>
  readHours(): Promise<Hours>
  /** Where the script is served, for the tag. */
  path: string
  version: string
  snippet?: Build
  files: PageFiles | undefined
  /** Who may act. None: nobody. */
  tokens: string[]
  /** Looking needs a token too: the page is reached from outside. */
  isPublic?: boolean
  /** Requests are seen where this is: those that were refused, and their origins. */
  seesRequests?: boolean
  /** Sends a test order as a page would. @returns its event's id; undefined when it was not taken */
  sendTestOrder?: () => Promise<string | undefined>
  /** Keeps the tag's settings; undefined if the platform has no files. */
  saveTag?: SaveTag
  /** Something may have been done to an event. */
  onActed?: () => void
  now?: () => number
}

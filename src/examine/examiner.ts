/** The examiner without a view: it listens, and reads the facts of the page. */
import type { FieldSelectors } from '../contract/selectors.js'
import { toFields } from '../snippet/core/fields.js'
import { globals } from '../snippet/core/globals.js'
import { safely } from '../snippet/core/safely.js'
import { toUrl } from '../snippet/core/settings.js'
import type { Status } from '../snippet/core/snippet.js'
import { type Facts, readFacts } from './facts.js'
import { mask } from './mask.js'
import { readSources } from './sources.js'
import { createWatch } from './watch.js'

/** Each question to a script without the rest makes it import the rest again. */
const WITHOUT_REST_MS = 60_000

/**
 * @param folder where the examiner came from; the script is next to it
 * @param onChange is called after each change
 * @param readPointed reads the selectors that a person has made
 * @returns reads the facts of this moment, with e-mail addresses masked
 */
export function createExaminer(folder: string, onChange: () => void, readPointed: () => FieldSelectors): () => Facts {
  const toPlain = (address = '') => safely(() => toUrl(address).replace(/\/$/, ''))
  const heard = createWatch((url) => toPlain(url) === toPlain(readSources(folder).values.endpoint), onChange)
  let nextMs = 0
  const refresh = async () => {
    if (Date.now() < nextMs || typeof toFields(globals.ringup).status !== 'function') return
    nextMs = Number.POSITIVE_INFINITY // until the script has answered
    const status = await askStatus().catch(() => undefined)
    // The ages of waiting events change all the time.
    const toText = () =>
      JSON.stringify([heard.status, heard.lacksRest], (name, value) => (name === 'ageMs' ? undefined : value))
    nextMs = status ? 0 : Date.now() + WITHOUT_REST_MS
    const before = toText()
    heard.status = status ?? heard.status
    heard.lacksRest = !status
    if (toText() !== before) onChange()
  }
  return () => {
    void refresh()
    const { proposal, ...facts } = readFacts(folder, heard, readPointed())
    return { ...mask(facts), proposal } // a selector such as “a@href” is not an address
  }
}

/** Asks the script for its events. Undefined if it cannot load the rest, which lists them. */
async function askStatus(): Promise<Status | undefined> {
  const status: unknown = await safely(() => Object(globals.ringup).status())
  return Array.isArray(toFields(status).waiting) ? (status as Status) : undefined
}

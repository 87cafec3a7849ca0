/** The examiner without a view: it listens, reads, and tests the way to the proxy. The bar uses it. */
import type { FieldSelectors } from '../contract/selectors.js'
import type { Tested } from '../contract/verify.js'
import { toFields } from '../snippet/core/fields.js'
import { globals } from '../snippet/core/globals.js'
import { safely } from '../snippet/core/safely.js'
import type { Status } from '../snippet/core/snippet.js'
import { type Facts, readFacts } from './facts.js'
import { mask } from './mask.js'
import { readSources } from './sources.js'
import { sendTestOrder } from './test-order.js'
import { createWatch, type Heard } from './watch.js'

export interface Examiner {
  heard: Heard
  /** Reads the facts of this moment, with e-mail addresses masked. */
  read(): Facts
  /** Sends the page's order as a test order, or tests the connection. */
  test(): Promise<Tested>
}

/**
 * @param folder where the examiner came from; the script is next to it
 * @param onChange is called after each change
 * @param readPointed reads the selectors that a person has made
 */
export function createExaminer(
  folder: string,
  onChange: () => void,
  readPointed: () => FieldSelectors = () => ({}),
): Examiner {
  const toPlain = (address = '') => safely(() => new URL(address, document.baseURI).href.replace(/\/$/, ''))
  const isOurs = (address: string) => toPlain(address) === toPlain(readSources(folder).values.endpoint)
  const heard = createWatch(isOurs, onChange)
  const refresh = async () => {
    const status = await readStatus().catch(() => undefined)
    // The ages of waiting events change all the time.
    const toText = (own: unknown) => JSON.stringify(own, (name, value) => (name === 'ageMs' ? undefined : value))
    const isNew = status !== undefined && toText(status) !== toText(heard.status)
    if (status) heard.status = status
    if (isNew) onChange()
  }
  const read = () => {
    void refresh()
    const { proposal, ...facts } = readFacts(folder, heard, readPointed())
    return { ...mask(facts), proposal } // a selector such as “a@href” is not an address
  }
  return {
    heard,
    read,
    test: () => sendTestOrder(read()),
  }
}

/** Asks the script for its events. Undefined if it does not answer. */
async function readStatus(): Promise<Status | undefined> {
  const status: unknown = await safely(() => Object(globals.ringup).status())
  return Array.isArray(toFields(status).waiting) ? (status as Status) : undefined
}

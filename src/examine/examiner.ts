/** The examiner without a view: it listens, reads, and tests the way to the proxy. Panel, Verify and `ringup check` use it. */
import type { FieldSelectors } from '../contract/selectors.js'
import type { Sentence, Tested } from '../contract/verify.js'
import { findViolation } from './diagnosis.js'
import { askStatus, type Facts, readEndpoint, readFacts } from './facts.js'
import { mask } from './mask.js'
import { findUnknownLists, testConnection } from './test-connection.js'
import { sendTestOrder } from './test-order.js'
import { createWatch, type Heard } from './watch.js'

export interface Examiner {
  heard: Heard
  /** Reads the facts of this moment, masked. */
  read(): Facts
  /** Tests the connection, and whether the proxy knows the lists of the page's forms. */
  testConnection(): Promise<Sentence>
  /** The same with a test order, if the page shows an order. */
  sendTestOrder(): Promise<Tested>
}

/**
 * @param folder where the panel came from; the script is beside it
 * @param onHeard is called after each change
 * @param readPointed reads the selectors that a person has made
 */
export function createExaminer(
  folder: string,
  onHeard: () => void,
  readPointed: () => FieldSelectors = () => ({}),
): Examiner {
  const isOurs = (address: string) => toPlain(address) === toPlain(readEndpoint(folder))
  const heard = createWatch(isOurs, onHeard)
  const refresh = async () => {
    const status = await askStatus().catch(() => undefined)
    // The ages of waiting events change all the time.
    const toText = (own: unknown) => JSON.stringify(own, (name, value) => (name === 'ageMs' ? undefined : value))
    const isNew = status !== undefined && toText(status) !== toText(heard.status)
    if (status) heard.status = status
    if (isNew) onHeard()
  }
  // A selector such as “a@href” is not an address.
  const readMasked = () => ({ ...mask(readFacts(folder, heard, readPointed())), pointed: readPointed() })
  const read = () => {
    void refresh()
    return readMasked()
  }
  const test = async <Result>(run: () => Promise<Result>) => {
    const tested = await run()
    heard.unknownLists = await findUnknownLists(read())
    onHeard()
    return tested
  }
  return {
    heard,
    read,
    testConnection: () => test(() => testConnection(read().endpoint ?? '', () => findViolation(read()) !== undefined)),
    sendTestOrder: () => test(() => sendTestOrder(read)),
  }
}

const toPlain = (address: string | undefined) => address?.replace(/\/$/, '')

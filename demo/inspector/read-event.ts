/** What an event says in the API's own fields, as the proxy reads it. */
import { readSaid } from '../../src/normalise/index.js'

/** @param envelope as it came from a page: read here, or (version 1) read already */
export function readEvent(envelope: unknown): unknown {
  const { kind, said, body } = Object(envelope)
  try {
    return said === undefined ? body : readSaid(kind === 'convert' ? 'convert' : 'addToList', said).body
  } catch {
    return undefined // whatever a page sends is shown as it came
  }
}

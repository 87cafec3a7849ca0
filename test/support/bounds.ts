/** The limits of the ledger, with the changes of a test. */
import { BOUNDS, type Bounds } from '../../src/proxy/queue/types.js'

export const toUsualBounds = (more: Partial<Bounds> = {}): Bounds => ({ ...BOUNDS, ...more })

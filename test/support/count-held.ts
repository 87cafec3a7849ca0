/** Counts the events that a database still has, waiting or as dead letters, with a running proxy. */
import { openQueueAdmin } from '../../src/proxy/queue/open.js'
import { createSeal } from '../../src/proxy/seal.js'

/** The key of every proxy in these tests. */
const KEY = Buffer.alloc(32, 7)

export async function countHeld(database: string) {
  const admin = await openQueueAdmin({ database, seal: createSeal([KEY]) })
  const { waiting, dead, deadBy, waitingBy } = await admin.count()
  await admin.close()
  const reasons = [...waitingBy, ...deadBy].flatMap(({ reason, count }) => Array<string>(count).fill(reason ?? '-'))
  return { held: waiting + dead, reasons: reasons.sort() }
}

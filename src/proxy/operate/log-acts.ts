/** Logs each act of an operator, by a command or on the page. */
import type { Log } from '../log/line.js'
import type { Queue } from '../queue/index.js'

export async function logActs(queue: Pick<Queue, 'takeActs'>, log: Log): Promise<void> {
  try {
    for (const act of await queue.takeActs()) log({ event: 'operator', ...act })
  } catch (error) {
    log({ event: 'queue_failed', reason: String(error) }) // the next call logs them
  }
}

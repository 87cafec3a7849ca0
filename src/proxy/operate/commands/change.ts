/** Sends, replays and drops what the queue has. */
import type { QueueAdmin, Reason } from '../../queue/index.js'
import { NO_SUCH_ID, toAnswer, toSent, toWaiting } from '../sentences.js'
import { ProblemError, print, printStatus, toCount, toTime, UsageError } from './print.js'
import { withQueue } from './storage.js'

export async function send(id: string) {
  const sent = await withQueue((admin) => admin.send(id))
  if (sent.as === 'unknown') throw new ProblemError(await withQueue((admin) => toWhereabouts(admin, id)))
  if (sent.as === 'dead') throw new ProblemError(`Event ${id} is a dead letter: ringup events replay ${id}`)
  print(toSent(sent))
}

type Which = { id: string } | { reason: Reason }

function toWhich(command: string, id: string | undefined, reason: Reason | undefined): Which {
  if (id !== undefined && reason === undefined) return { id }
  if (id === undefined && reason !== undefined) return { reason }
  throw new UsageError(`events ${command} takes an id or --reason, not both.`)
}

export async function replay(id: string | undefined, { reason }: { reason?: Reason }) {
  const which = toWhich('replay', id, reason)
  if (process.stderr.isTTY) printStatus('Replaying …')
  await withQueue(async (admin) => {
    const count = await admin.replay(which)
    if (!('id' in which)) return print(toReplayed(count, which.reason))
    if (count === 0) throw new ProblemError(await toWhereabouts(admin, which.id))
    const event = await admin.read(which.id) // gone, when the proxy was quicker
    print(`The dead letter waits again. ${event ? toWaiting(event, Date.now(), toTime) : 'It has gone already.'}`)
  })
}

const toReplayed = (count: number, reason: Reason) =>
  count === 0
    ? `There is no dead letter of the reason ${reason}.`
    : `${toCount(count, 'dead letter')} will be sent again.`

export async function drop(id: string | undefined, { reason }: { reason?: Reason }) {
  const which = toWhich('drop', id, reason)
  await withQueue(async (admin) => {
    const count = await admin.drop(which)
    if (!('id' in which)) return print(toDropped(count, which.reason))
    if (count === 0) throw new ProblemError(await toWhereabouts(admin, which.id))
    print(`Event ${which.id} is deleted.`)
  })
}

const toDropped = (count: number, reason: Reason) =>
  count === 0
    ? `There is no dead letter of the reason ${reason}.`
    : `${toCount(count, 'dead letter')} of the reason ${reason} ${count === 1 ? 'is' : 'are'} deleted.`

/** Why nothing could be done to it. */
async function toWhereabouts(admin: QueueAdmin, id: string): Promise<string> {
  const [trace] = await admin.find({ id })
  if (!trace) return `${NO_SUCH_ID} (${id})`
  const instead = trace.state === 'waiting' ? ` ringup events send ${id} sends it now.` : ''
  return `Event ${id} is no dead letter. ${toAnswer(trace, Date.now(), toTime)}${instead}`
}

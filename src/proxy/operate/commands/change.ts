/** Sends, replays and drops events. */
import type { Command } from 'commander'
import type { QueueAdmin, Reason, Which } from '../../queue/index.js'
import { ProblemError } from '../problem-error.js'
import { NO_SUCH_ID, toAnswer, toSent, toWaiting } from '../sentences.js'
import { toCount } from '../words.js'
import { print, printStatus } from './print.js'
import { withQueue } from './storage.js'

export async function send(id: string) {
  await withQueue(async (admin) => {
    const sent = await admin.send(id)
    if (sent === 'unknown') throw new ProblemError(await toWhereabouts(admin, id))
    if (sent === 'dead') throw new ProblemError(`Event ${id} is a dead letter: ringup events replay ${id}`)
    print(toSent(sent))
  })
}

type Options = { reason?: Reason }

function toWhich(id: string | undefined, { reason }: Options, command: Command): Which {
  if (id !== undefined && reason === undefined) return { id }
  if (id === undefined && reason !== undefined) return { reason }
  return command.error(`events ${command.name()} takes an id or --reason, not both.`)
}

export async function replay(id: string | undefined, options: Options, command: Command) {
  const which = toWhich(id, options, command)
  if (process.stderr.isTTY) printStatus('Replaying …')
  await withQueue(async (admin) => {
    const count = await admin.replay(which)
    if ('reason' in which) return print(toMany(which.reason, count, 'will be sent again'))
    if (count === 0) throw new ProblemError(await toWhereabouts(admin, which.id))
    const event = await admin.read(which.id) // undefined if the proxy has already sent it
    print(`Requeued. ${event ? toWaiting(event, Date.now()) : 'It was sent already.'}`)
  })
}

export async function drop(id: string | undefined, options: Options, command: Command) {
  const which = toWhich(id, options, command)
  await withQueue(async (admin) => {
    const count = await admin.drop(which)
    if ('reason' in which) return print(toMany(which.reason, count, count === 1 ? 'is deleted' : 'are deleted'))
    if (count === 0) throw new ProblemError(await toWhereabouts(admin, which.id))
    print(`Event ${which.id} is deleted.`)
  })
}

const toMany = (reason: Reason, count: number, done: string) =>
  count === 0
    ? `No dead letter has the reason ${reason}.`
    : `${toCount(count, 'dead letter')} of the reason ${reason} ${done}.`

/** Says why the event could not be changed. */
async function toWhereabouts(admin: QueueAdmin, id: string): Promise<string> {
  const [trace] = await admin.find({ id })
  if (!trace) return `${NO_SUCH_ID} (${id})`
  const instead = trace.state === 'waiting' ? ` ringup events send ${id} sends it now.` : ''
  return `Event ${id} is not a dead letter. ${toAnswer(trace)}${instead}`
}

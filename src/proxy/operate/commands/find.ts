/** Says where an order or event is, from the keyed hashes: taken, delivered, waiting, dead, or never seen. */
import type { Command } from 'commander'
import type { QueueAdmin, Trace } from '../../queue/index.js'
import { readMissing } from '../missing.js'
import { toSafeText } from '../safe-text.js'
import { toAnswer } from '../sentences.js'
import { ProblemError, print, toEmail, toTime, UsageError } from './print.js'
import { withQueue } from './storage.js'

export function addFind(program: Command) {
  program
    .command('find')
    .argument('[id]', 'of an event: from the log, the panel, or an outcome')
    .option('--order <number>', 'an order, whosever it is')
    .option('--email <e-mail>', 'with --order: of this customer alone')
    .description('where an order or event is: taken, delivered, waiting, dead, or never seen')
    .action(find)
}

interface Options {
  order?: string
  email?: string
}

async function find(id: string | undefined, { order, email }: Options) {
  const which = toWhich(id, order, email)
  const { traces, missing } = await withQueue(async (admin) => {
    const found = await admin.find(which)
    return { traces: found, missing: found.length === 0 ? await readMissing(admin, which, Date.now(), toTime) : [] }
  })
  if (traces.length === 0) throw new ProblemError(missing.map(toSafeText).join('\n'))
  for (const trace of traces) print(toLine(trace))
}

function toWhich(id: string | undefined, order: string | undefined, email: string | undefined): Which {
  if (id !== undefined && order === undefined && email === undefined) return { id }
  if (id === undefined && order !== undefined) return { order, ...(email !== undefined && { email: toEmail(email) }) }
  throw new UsageError('find takes the id of an event, or --order, and with it --email.')
}

type Which = Parameters<QueueAdmin['find']>[0]

function toLine(trace: Trace): string {
  const id = 'event' in trace ? trace.event.id : trace.id
  const hasAnswer = trace.state === 'dead' && trace.event.status !== undefined
  const answer = hasAnswer ? ` What the API said: ringup events show ${id}` : ''
  return `${toAnswer(trace, Date.now(), toTime)}${id === undefined ? '' : ` Event ${id}.`}${answer}`
}

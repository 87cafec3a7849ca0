/** Says where an order or event is, from the keyed hashes: taken, delivered, waiting, dead, or never seen. */
import type { Command } from 'commander'
import type { Trace } from '../../queue/index.js'
import { NEVER_SEEN, NO_SUCH_ID, toAnswer } from '../sentences.js'
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
  const traces = await withQueue((admin) => admin.find(which))
  if (traces.length === 0) throw new ProblemError('id' in which ? NO_SUCH_ID : NEVER_SEEN)
  for (const trace of traces) print(toLine(trace))
}

function toWhich(id: string | undefined, order: string | undefined, email: string | undefined) {
  if (id !== undefined && order === undefined && email === undefined) return { id }
  if (id === undefined && order !== undefined) return { order, ...(email !== undefined && { email: toEmail(email) }) }
  throw new UsageError('find takes the id of an event, or --order, and with it --email.')
}

function toLine(trace: Trace): string {
  const id = 'event' in trace ? trace.event.id : trace.id
  return `${toAnswer(trace, Date.now(), toTime)}${id === undefined ? '' : ` Event ${id}.`}`
}

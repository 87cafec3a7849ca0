/** Says where an order or event is, from the keyed hashes: taken, delivered, waiting, dead, or never seen. */
import type { Command } from 'commander'
import { answerFind, type Sought } from '../find.js'
import { ProblemError, print, toEmail, UsageError } from './print.js'
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

async function find(id: string | undefined, { order, email }: { order?: string; email?: string }) {
  const which = toWhich(id, order, email)
  const { isKnown, lines } = await withQueue((admin) => answerFind(admin, which))
  if (!isKnown) throw new ProblemError(lines.join('\n'))
  for (const line of lines) print(line)
}

function toWhich(id: string | undefined, order: string | undefined, email: string | undefined): Sought {
  if (id !== undefined && order === undefined && email === undefined) return { id }
  if (id === undefined && order !== undefined) return { order, ...(email !== undefined && { email: toEmail(email) }) }
  throw new UsageError('find takes the id of an event, or --order, and with it --email.')
}

/** Finds an order or event by its keyed hashes, and says whether it waits, was delivered, is dead, or was never seen. */
import { type Command, InvalidArgumentError } from 'commander'
import { toOrderNumber } from '../../../normalise/order-number.js'
import type { Entry, Search } from '../../queue/index.js'
import { answerFind } from '../find.js'
import { ProblemError } from '../problem-error.js'
import { toSummary } from '../shown.js'
import { readEmailArgument } from './email-argument.js'
import { print } from './print.js'
import { withQueue } from './storage.js'

export const defineFind = (command: Command) =>
  command
    .argument('[id]', 'the id of an event, from the log, the panel, or an outcome')
    .option('--order <number>', 'the number of an order', toOrder)
    .option('--email <e-mail>', 'with --order: only orders of this customer', readEmailArgument)
    .option('--json', 'one JSON object a line')
    .description('where an order or event is: delivered, waiting, dead, or never seen')
    .action(async (id: string | undefined, { order, email, json }: { order?: string; email?: string; json?: true }) => {
      if (id !== undefined && order === undefined && email === undefined) return find({ id }, json)
      if (id === undefined && order !== undefined) return find({ order, ...(email !== undefined && { email }) }, json)
      command.error('find takes the id of an event, or --order, and with it --email.')
    })

/** An empty variable of a shell, for example, finds nothing, which would look like a lost order. */
function toOrder(text: string): string {
  if (toOrderNumber(text) === undefined) throw new InvalidArgumentError('It has to be an order number.')
  return text
}

async function find(which: Search, json = false) {
  const toJson = (event: Entry) => JSON.stringify(toSummary(event, Date.now()))
  const { isKnown, lines } = await withQueue((admin) => answerFind(admin, which, json ? toJson : undefined))
  if (!isKnown) throw new ProblemError(lines.join('\n'))
  for (const line of lines) print(line)
}

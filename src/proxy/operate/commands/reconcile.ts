/** Prints how a shop's own book compares with what the proxy knows. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { reconcile, toShare } from '../reconcile.js'
import { ProblemError, printLines } from './print.js'
import { withQueue } from './storage.js'

interface Options {
  atLeast?: number
  orderColumn?: string
  emailColumn?: string
  amountColumn?: string
  reveal?: true
  json?: true
}

export const defineReconcile = (command: Command) =>
  command
    .argument('<file>', 'CSV with a header row: order numbers, and e-mails where there are any')
    .option('--at-least <per cent>', 'exit code 1 when fewer are delivered', toPercent)
    .option('--order-column <name>', 'where the order number is')
    .option('--email-column <name>', 'where the e-mail is')
    .option('--amount-column <name>', 'where the total is, which is compared to the cent')
    .option('--reveal', 'with order numbers')
    .option('--json', 'one JSON object a line, the sum last')
    .description('which of a shop’s orders were delivered, wait, were refused or never came')
    .action(compare)

async function compare(file: string, { atLeast = 0, orderColumn, emailColumn, amountColumn, ...how }: Options) {
  const columns = { order: orderColumn, email: emailColumn, amount: amountColumn }
  await withQueue(async (admin) => {
    const book = { name: basename(file), bytes: createReadStream(file) } // not sooner: its error would have no listener
    const { lines, sum } = reconcile(admin, book, { ...columns, ...how })
    await printLines(lines)
    if (100 * (sum.ends.delivered ?? 0) < atLeast * sum.orders) {
      throw new ProblemError(`${toShare(sum)} reached the API, fewer than ${atLeast} %.`)
    }
  })
}

function toPercent(text: string): number {
  const percent = Number(text.replace(/ ?%$/, ''))
  if (!(percent >= 0 && percent <= 100)) throw new InvalidArgumentError('It has to be a number from 0 to 100.')
  return percent
}

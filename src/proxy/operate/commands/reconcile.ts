/** Prints how a shop's own book compares with what the proxy knows. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { reconcile, toShare } from '../reconcile.js'
import { ProblemError, print, UsageError } from './print.js'
import { withQueue } from './storage.js'

export function addReconcile(program: Command) {
  program
    .command('reconcile')
    .argument('<file>', 'CSV with a header row: order numbers, and e-mails where there are any')
    .option('--at-least <per cent>', 'exit code 1 when fewer are delivered')
    .option('--order-column <name>', 'where the order number is')
    .option('--email-column <name>', 'where the e-mail is')
    .option('--amount-column <name>', 'where the total is, which is compared to the cent')
    .option('--reveal', 'with order numbers')
    .option('--json', 'one JSON object a line, the sum last')
    .description('which of a shop’s orders were delivered, wait, were refused or never came')
    .action(compare)
}

interface Options {
  atLeast?: string
  orderColumn?: string
  emailColumn?: string
  amountColumn?: string
  reveal?: true
  json?: true
}

async function compare(file: string, { atLeast, orderColumn, emailColumn, amountColumn, reveal, json }: Options) {
  const least = toPercent(atLeast)
  const columns = { order: orderColumn, email: emailColumn, amount: amountColumn }
  const { orders, delivered } = await withQueue(async (admin) => {
    const lines = reconcile(
      admin,
      { name: basename(file), bytes: createReadStream(file) },
      { ...columns, reveal, json },
    )
    for (;;) {
      const { done, value } = await lines.next()
      if (done) return value
      print(value)
    }
  })
  if (least !== undefined && (100 * delivered) / orders < least) {
    throw new ProblemError(`${toShare(delivered, orders)} are delivered, fewer than ${least} %.`)
  }
}

function toPercent(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const percent = Number(text.replace(/ ?%$/, ''))
  if (!(percent >= 0 && percent <= 100)) throw new UsageError('--at-least takes a number from 0 to 100.')
  return percent
}

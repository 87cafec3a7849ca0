/** Compares the shop's own order export with the ledger. Exit code 1: an order is lost, or a total is wrong. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { ProblemError } from '../problem-error.js'
import { isFine, type Options, reconcile } from '../reconcile.js'
import { printLines } from './print.js'
import { withQueue } from './storage.js'

export const defineReconcile = (command: Command) =>
  command
    .argument('<file>', 'CSV with a header row: order numbers, and e-mails where there are any')
    .option('--number <column>', 'the column of the order number')
    .option('--email <column>', 'the column of the e-mail')
    .option('--total <column>', 'the column of the total, which is compared to the cent')
    .option('--state <column>', 'the column of the order’s state')
    .option('--send', 'send the paid orders that never arrived: number, e-mail, total and time')
    .option('--reveal', 'with order numbers')
    .option('--json', 'one JSON object a line, the sum last')
    .description('which of a shop’s orders were delivered, wait, were refused or never arrived')
    .action(compare)

async function compare(path: string, options: Options) {
  await withQueue(async (admin) => {
    const file = { name: basename(path), bytes: createReadStream(path) } // not sooner: its error would have no listener
    const { lines, sum } = reconcile(admin, file, options)
    await printLines(lines)
    if (!isFine(sum)) throw new ProblemError('An order is lost, or a total is wrong.')
  })
}

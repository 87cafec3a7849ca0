/** Deletes all data of one customer. */
import type { Command } from 'commander'
import { toCount } from '../words.js'
import { readEmailArgument } from './email-argument.js'
import { print, printStatus } from './print.js'
import { withQueue } from './storage.js'

export const defineErase = (command: Command) =>
  command
    .argument('<e-mail>', 'the customer’s', readEmailArgument)
    .description('delete everything kept about one customer, without asking first')
    .action(async (email: string) => {
      if (process.stderr.isTTY) printStatus('Erasing …')
      const { events, records } = await withQueue((admin) => admin.erase(email))
      if (events + records === 0) return print('Nothing is stored for this e-mail address.')
      const past = records === 0 ? '' : ` and ${toCount(records, 'record')} of past events`
      print(`Deleted: ${toCount(events, 'event')}${past}.`)
    })

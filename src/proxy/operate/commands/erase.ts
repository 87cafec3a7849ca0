/** Deletes everything that is kept of one customer. */
import type { Command } from 'commander'
import { toCount } from '../words.js'
import { print, printStatus, toEmail } from './print.js'
import { withQueue } from './storage.js'

export function addErase(program: Command) {
  program
    .command('erase')
    .argument('<e-mail>')
    .description('delete everything kept about one customer, without asking first')
    .action(erase)
}

async function erase(text: string) {
  const email = toEmail(text, 'erase takes the customer’s e-mail address.')
  if (process.stderr.isTTY) printStatus('Erasing …')
  const { events, marks } = await withQueue((admin) => admin.erase(email))
  if (events + marks === 0) return print('Nothing is kept of this e-mail address.')
  print(`${toCount(events, 'event')} and ${toCount(marks, 'deduplication record')} are deleted.`)
}

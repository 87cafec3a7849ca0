/** Lists and shows events. */
import { type Command, Option } from 'commander'
import { type Entry, type Filter, STATES } from '../../queue/index.js'
import { ProblemError } from '../problem-error.js'
import { REASONS, toNextTry } from '../sentences.js'
import { toDetail, toSummary } from '../shown.js'
import { toAge } from '../words.js'
import { drop, replay, send } from './change.js'
import { readEmailArgument } from './email-argument.js'
import { print, printLines, printStatus } from './print.js'
import { withQueue } from './storage.js'

const reasonOption = (sentence: string) => new Option('--reason <reason>', sentence).choices(Object.keys(REASONS))

export function defineEvents(events: Command) {
  events.description('waiting events, dead letters, and refused reports')
  events
    .command('list')
    .description('oldest first, e-mails and order numbers masked')
    .addOption(new Option('--state <state>', 'only these').choices(STATES))
    .addOption(reasonOption('only these'))
    .option('--order <number>', 'only events of this order')
    .option('--email <e-mail>', 'only events of this customer', readEmailArgument)
    .option('--json', 'one JSON object a line')
    .option('--reveal', 'with e-mails and order numbers')
    .action(list)
  events
    .command('show')
    .argument('<id>')
    .description('one event as JSON, with the API’s answer; customers’ data masked')
    .option('--reveal', 'with customers’ data')
    .action(show)
  events.command('send').argument('<id>').description('send a waiting event now').action(send)
  events
    .command('replay')
    .argument('[id]', 'of a dead letter')
    .addOption(reasonOption('all dead letters of this reason'))
    .description('send dead letters again, whatever their age')
    .action(replay)
  events
    .command('drop')
    .argument('[id]')
    .addOption(reasonOption('all dead letters of this reason'))
    .description('delete an event, or dead letters, for good')
    .action(drop)
}

async function list({ json, reveal, ...filter }: Filter & { json?: true; reveal?: true }) {
  await withQueue(async (admin) => {
    if (reveal) admin.noteReveal(1)
    await printLines(toLines(admin.list(filter), json, reveal))
  })
}

async function* toLines(events: AsyncIterable<Entry>, json = false, reveal = false): AsyncGenerator<string> {
  const nowMs = Date.now()
  let isFirst = true
  for await (const event of events) {
    if (isFirst && !json) yield HEADING
    isFirst = false
    yield json ? JSON.stringify(toSummary(event, nowMs, reveal)) : toRow(event, nowMs, reveal)
  }
  if (isFirst && !json) printStatus('The queue has no such events.')
}

const WIDTHS = [36, 9, 12, 7, 12, 8, 10, 15, 8]

const toColumns = (cells: string[]) =>
  cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join('  ')
    .trimEnd()

const HEADING = toColumns(['ID', 'KIND', 'LIST', 'STATE', 'REASON', 'ATTEMPTS', 'AGE', 'NEXT TRY', 'ORDER', 'E-MAIL'])

function toRow(event: Entry, nowMs: number, reveal: boolean) {
  const { id, kind, list = '-', state, reason = '-', attempts } = event
  const { ageMs, order = '-', email } = toSummary(event, nowMs, reveal)
  const next = state === 'waiting' ? toNextTry(event, nowMs) : '-'
  const customer = email ?? (state === 'waiting' || state === 'dead' ? '(unreadable)' : '-')
  const cells = [id, kind, list, state, reason, String(attempts), toAge(ageMs), next, order, customer]
  return toColumns(cells)
}

async function show(id: string, { reveal }: { reveal?: true }) {
  const event = await withQueue(async (admin) => {
    const found = await admin.read(id)
    if (found && reveal) admin.noteReveal(1, { id })
    return found
  })
  if (!event) throw new ProblemError(`The queue has no event ${id}. ringup find ${id} says whether it was delivered.`)
  print(JSON.stringify(toDetail(event, reveal), undefined, 2))
  if (!event.body && event.state !== 'refused') printStatus(REASONS.unreadable)
}

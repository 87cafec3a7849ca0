/** Lists, shows, replays and drops what the queue has. */
import { type Command, Option } from 'commander'
import { toMaskedEmail } from '../../../contract/masked-email.js'
import type { Listed, Reason, State } from '../../queue/index.js'
import { ProblemError, print, printLines, say, toCount, UsageError, withProgress } from './print.js'
import { REASONS, toDetail, toSummary } from './shown.js'
import { withQueue } from './storage.js'

const reasonOption = (sentence: string) => new Option('--reason <reason>', sentence).choices(Object.keys(REASONS))

export function addEvents(program: Command) {
  const events = program.command('events').description('what waits to be sent, and what is not sent again')
  events
    .command('list')
    .description('oldest first, e-mails masked')
    .addOption(new Option('--state <state>', 'only these').choices(['waiting', 'dead'] satisfies State[]))
    .addOption(reasonOption('only these'))
    .option('--json', 'one JSON object a line')
    .action(list)
  events
    .command('show')
    .argument('<id>')
    .description('one event as JSON, customers’ data masked')
    .option('--reveal', 'with customers’ data')
    .action(show)
  events
    .command('replay')
    .argument('[id]', 'of a dead letter')
    .addOption(reasonOption('all dead letters of this reason'))
    .description('send dead letters again, whatever their age')
    .action(replay)
  events.command('drop').argument('<id>').description('delete an event for good').action(drop)
}

async function list({ json, ...filter }: { state?: State; reason?: Reason; json?: true }) {
  const toLine = json ? toJsonLine : toRow
  await withQueue((admin) => {
    const nowMs = Date.now()
    return printLines(toLines(admin.list(filter)))

    async function* toLines(events: AsyncIterable<Listed>) {
      let first = true
      for await (const event of withProgress(events)) {
        if (first && !json) yield HEADING
        first = false
        yield toLine(event, nowMs)
      }
      if (first && !json) say('The queue has no such events.')
    }
  })
}

const toJsonLine = (event: Listed, nowMs: number) => toSafeJson(toSummary(event, nowMs))

const toColumns = (cells: string[]) =>
  cells
    .map((cell, index) => cell.padEnd([36, 9, 12, 7, 12, 8, 5][index] ?? 0))
    .join('  ')
    .trimEnd()

const HEADING = toColumns(['ID', 'KIND', 'LIST', 'STATE', 'REASON', 'ATTEMPTS', 'AGE', 'E-MAIL'])

function toRow({ id, kind, list, state, reason, attempts, occurredMs, body }: Listed, nowMs: number) {
  const email = body ? toMaskedEmail(body.email) : '(unreadable)'
  const age = toAge(nowMs - occurredMs)
  return toColumns([id, kind, list ?? '-', state, reason ?? '-', String(attempts), age, email])
}

/** The largest unit that fits: "45s", "12m", "71h", "13d". */
function toAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`
  return seconds < 72 * 3_600 ? `${Math.floor(seconds / 3_600)}h` : `${Math.floor(seconds / 86_400)}d`
}

async function show(id: string, { reveal }: { reveal?: true }) {
  const event = await withQueue((admin) => admin.read(id))
  if (!event) throw new ProblemError(`The queue has no event ${id}.`)
  print(toSafeJson(toDetail(event, reveal), 2))
  if (!event.body) say('No key of RINGUP_KEY opens this record, or it is damaged.')
}

async function replay(id: string | undefined, { reason }: { reason?: Reason }) {
  if ((id === undefined) === (reason === undefined)) {
    throw new UsageError('events replay takes an id or --reason, not both.')
  }
  const which = id !== undefined ? { id } : reason !== undefined ? { reason } : undefined
  if (!which) return
  if (process.stderr.isTTY) say('Replaying …')
  const count = await withQueue((admin) => admin.replay(which))
  if (count === 0 && id !== undefined) throw new ProblemError(`The queue has no dead letter ${id}.`)
  print(`${toCount(count, 'dead letter')} will be sent again.`)
}

async function drop(id: string) {
  if (!(await withQueue((admin) => admin.drop(id)))) throw new ProblemError(`The queue has no event ${id}.`)
  print(`Event ${id} is deleted.`)
}

/** JSON that cannot steer a terminal: what `JSON.stringify` leaves of control and direction signs is escaped too. */
function toSafeJson(value: unknown, indent?: number): string {
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, undefined, indent).replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, (sign) =>
    sign.split('').map(toEscape).join(''),
  )
}

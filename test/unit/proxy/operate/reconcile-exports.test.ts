/**
 * Promise: `reconcile` finds every planted defect of an export in a real ledger, and calls no order delivered that is not. `--send` sends
 * the paid orders that the ledger lacks, once. read-orders.test.ts reads the export of each platform.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '../../../../src/proxy/operate/reconcile.js'
import { openQueue } from '../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../src/proxy/seal.js'

/** The ends of the orders, by the place of the number. All later numbers are delivered. */
const ENDS = ['never seen', 'waiting', 'dead', 'refused report', 'under another e-mail', 'total', 'cancelled', 'unpaid']
const NUMBERS = Array.from({ length: 20 }, (_, index) => 1_000 + index)
const toEnd = (number: number) => ENDS[number - 1_000] ?? 'delivered'
const toEmail = (number: number) => `shopper-${number}@example.com`

let queue: Awaited<ReturnType<typeof openQueue>>

beforeEach(async () => {
  queue = await openQueue({ database: ':memory:', seal: createSeal([Buffer.alloc(32, 7)]), log: () => {} })
  for (const number of NUMBERS) await placeOrder(number)
})
afterEach(() => queue.close())

async function placeOrder(number: number) {
  const end = toEnd(number)
  if (end === 'never seen' || end === 'cancelled' || end === 'unpaid') return
  const about = { id: randomUUID(), kind: 'convert', ageMs: 0 } as const
  if (end === 'refused report') return queue.refuse({ ...about, reason: 'no_email', number: String(number) })
  const email = end === 'under another e-mail' ? 'other@example.com' : toEmail(number)
  const cart_data = { order_number: String(number), cart_value: end === 'total' ? 1998 : 1999 }
  await queue.accept({ ...about, signed: true, body: { email, cart_data } } as never)
  await queue.claim(1)
  if (end === 'waiting') return queue.settle(about.id, { as: 'retry', reason: 'busy', waitMs: 3_600_000 })
  return queue.settle(about.id, end === 'dead' ? { as: 'dead', reason: 'no_session' } : { as: 'delivered' })
}

const toFile = (lines: string[]) => ({ name: 'orders.csv', bytes: Readable.from([Buffer.from(lines.join('\n'))]) })

test('every defect is found, and no order is called delivered that is not', async () => {
  const words: Record<string, string> = { cancelled: 'Storniert', unpaid: 'Zahlung ausstehend' }
  const rows = NUMBERS.map((number) => {
    const state = words[toEnd(number)] ?? 'In Bearbeitung'
    return `${number};${toEmail(number)};19,99;${state};2026-11-01`
  })
  const file = toFile(['Bestellnummer;E-Mail-Adresse;Gesamtbetrag;Bestellstatus;Bestelldatum', ...rows])
  const lines: { order: string; state: string; difference?: number }[] = []
  for await (const line of reconcile(queue, file, { json: true, reveal: true }).lines) lines.push(JSON.parse(line))
  const ends = { waiting: 1, dead: 1, 'refused report': 1, 'never seen': 1, 'under another e-mail': 1 }
  const left = { cancelled: 1, unpaid: 1 }
  expect(lines.pop()).toMatchObject({ orders: 18, delivered: 13, different: 1, left, ...ends })
  const found = lines.map(({ order, state, difference }) => [Number(order), difference === undefined ? state : 'total'])
  expect(found).toEqual(NUMBERS.slice(0, 6).map((number) => [number, toEnd(number)]))
})

describe('--send', () => {
  const [lost, reported, unpaid, delivered, other] = [1_000, 1_003, 1_007, 1_008, 1_009] as const
  async function sendAll(time: string) {
    const row = (number: number, state = 'paid', email = toEmail(number)) => `${number},${email},19.99,${state},${time}`
    const rows = [row(lost), row(reported), row(unpaid, 'unpaid'), row(delivered), row(2_000, 'paid', ''), row(other)]
    const { lines, sum } = reconcile(queue, toFile(['order,email,total,status,date', ...rows]), { send: true })
    const texts: string[] = []
    for await (const line of lines) texts.push(line)
    return { ends: sum.ends, text: texts.join('\n') }
  }

  test('an order of which the time is too long ago is not sent', async () => {
    const { ends, text } = await sendAll(new Date(Date.now() - 73 * 3_600_000).toISOString())
    expect([ends.sent, text]).toEqual([0, expect.stringContaining('It is not sent: it is older than 72 hours')])
  })

  test('a file without states is refused, because paid orders are not known', async () => {
    const { lines } = reconcile(queue, toFile(['order,email', '1,a@example.com']), { send: true })
    await expect(lines.next()).rejects.toThrow('--state')
  })

  test('an order is sent with both names, so the page’s report is a duplicate', async () => {
    const file = [
      'Id,Name,Email,Financial Status,Created at',
      `5004,#3004,ada@example.com,paid,${new Date().toISOString()}`,
    ]
    for await (const _line of reconcile(queue, toFile(file), { send: true }).lines);
    const body = { email: 'ada@example.com', cart_data: { order_number: '5004' } }
    expect(await queue.accept({ id: randomUUID(), kind: 'convert', ageMs: 0, signed: false, body } as never)).toBe(
      'duplicate',
    )
  })

  test('paid orders that the ledger lacks are sent once, with their data and time', async () => {
    const { ends, text } = await sendAll(new Date(Date.now() - 3_600_000).toISOString())
    expect(ends).toMatchObject({ sent: 2, delivered: 2, 'never seen': 1 })
    expect(text).toContain('It is not sent: the line has no e-mail address.')
    const { events } = await queue.claim(9)
    const sent = events.flatMap((event) => ('text' in event ? [{ ...JSON.parse(event.text), ageMs: event.ageMs }] : []))
    expect(sent.map(({ email, cart_data, ageMs }) => [email, cart_data, Math.round(ageMs / 3_600_000)])).toEqual(
      [lost, reported].map((number) => [toEmail(number), { order_number: String(number), cart_value: 1999 }, 1]),
    )
    for (const { id } of events) await queue.settle(id, { as: 'delivered' })
    expect((await sendAll(new Date().toISOString())).ends).toMatchObject({ sent: 0, delivered: 4 })
  })
})

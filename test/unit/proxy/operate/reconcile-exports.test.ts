/**
 * Promise: in an export of 5,000 orders, `reconcile` finds every planted defect, and calls no order delivered that is not. `--send`
 * sends the paid orders that the ledger lacks, once. read-orders.test.ts reads the export of each platform.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '../../../../src/proxy/operate/reconcile.js'
import { openQueue } from '../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { newFolder, ORIGIN } from '../../../support/proxy.js'

const ORDERS = 5_000
const NUMBERS = Array.from({ length: ORDERS }, (_, index) => 100_000 + index)

/** The defects, by the last two digits of the number. All other orders are delivered. */
const DEFECTS = [
  'never seen',
  'waiting',
  'dead',
  'refused report',
  'under another e-mail',
  'total',
  'cancelled',
  'unpaid',
]
const toDefect = (number: number) => DEFECTS[number % 100]
const EACH = ORDERS / 100

let folder: ReturnType<typeof newFolder>
let queue: Awaited<ReturnType<typeof openQueue>>

beforeAll(async () => {
  folder = newFolder()
  const shop = { origins: [ORIGIN], apiUrl: 'http://127.0.0.1:1' }
  const place = { database: `${folder.path}/ringup.db`, seal: createSeal([Buffer.alloc(32, 7)]), shop, log: () => {} }
  queue = await openQueue(place)
  for (let from = 0; from < ORDERS; from += 500) await Promise.all(NUMBERS.slice(from, from + 500).map(placeOrder))
  for (;;) {
    const { events } = await queue.claim(200)
    if (events.length === 0) break
    await Promise.all(events.map((event) => settle(event.id, 'text' in event ? event.text : '')))
  }
}, 300_000)

afterAll(async () => {
  await queue.close()
  folder.remove()
})

async function placeOrder(number: number) {
  const defect = toDefect(number)
  if (defect === 'never seen' || defect === 'cancelled' || defect === 'unpaid') return
  const about = { id: randomUUID(), kind: 'convert', ageMs: 0 } as const
  if (defect === 'refused report') return queue.refuse({ ...about, reason: 'no_email', number: String(number) })
  const email = defect === 'under another e-mail' ? `other-${number}@example.com` : toEmail(number)
  const cart_data = { order_number: String(number), cart_value: defect === 'total' ? 1998 : 1999 }
  await queue.accept({ ...about, signed: true, body: { email, cart_data } } as never)
}

async function settle(id: string, text: string) {
  const defect = toDefect(Number(/"order_number":"(\d+)"/.exec(text)?.[1]))
  if (defect === 'waiting') return queue.settle(id, { as: 'retry', reason: 'busy', waitMs: 3_600_000 })
  return queue.settle(id, defect === 'dead' ? { as: 'dead', reason: 'no_session' } : { as: 'delivered' })
}

const toEmail = (number: number) => `shopper-${number}@example.com`

const HEADER = 'Bestellnummer;E-Mail-Adresse;Gesamtbetrag;Bestellstatus;Bestelldatum'

test('every defect is found, and no order is called delivered that is not', async () => {
  const words: Record<string, string> = { cancelled: 'Storniert', unpaid: 'Zahlung ausstehend' }
  const rows = NUMBERS.map((number) => {
    const state = words[toDefect(number) ?? ''] ?? 'In Bearbeitung'
    return `${number};${toEmail(number)};19,99;${state};2026-11-01`
  })
  const file = { name: 'orders.csv', bytes: Readable.from([Buffer.from([HEADER, ...rows].join('\n'))]) }
  const lines: { order: string; state: string; difference?: number }[] = []
  for await (const line of reconcile(queue, file, { json: true, reveal: true }).lines) lines.push(JSON.parse(line))
  expect(lines.pop()).toMatchObject({
    ...{ orders: ORDERS - 2 * EACH, delivered: ORDERS - 7 * EACH, different: EACH },
    ...{ waiting: EACH, dead: EACH, 'refused report': EACH, 'never seen': EACH, 'under another e-mail': EACH },
    left: { cancelled: EACH, unpaid: EACH },
  })
  const found = new Map(lines.map((line) => [Number(line.order), line.difference === undefined ? line.state : 'total']))
  const toReported = (defect = '') => (defect in words ? undefined : defect || undefined)
  expect(NUMBERS.filter((number) => found.get(number) !== toReported(toDefect(number)))).toEqual([])
})

describe('--send', () => {
  const [lost = 0, reported = 0] = [NUMBERS[0], NUMBERS[3]]
  /** A file of the paid order that was never seen, the reported one, an unpaid one and a delivered one. */
  const toFile = (time: string) => {
    const row = (number: number, state = 'paid', email = toEmail(number)) => `${number},${email},19.99,${state},${time}`
    const rows = [
      row(lost),
      row(reported),
      row(NUMBERS[7] ?? 0, 'unpaid'),
      row(NUMBERS[50] ?? 0),
      row(NUMBERS[100] ?? 0, 'paid', ''),
    ]
    return {
      name: 'orders.csv',
      bytes: Readable.from([Buffer.from(['order,email,total,status,date', ...rows].join('\n'))]),
    }
  }
  async function sendAll(time: string) {
    const { lines, sum } = reconcile(queue, toFile(time), { send: true })
    const texts: string[] = []
    for await (const line of lines) texts.push(line)
    return { ends: sum.ends, texts }
  }

  test('an order of which the time is too long ago is not sent', async () => {
    const { ends, texts } = await sendAll('2026-01-01')
    expect([ends.sent, texts.join('\n')]).toEqual([
      0,
      expect.stringContaining('It is not sent: it is older than 72 hours'),
    ])
  })

  test('a file without states is refused, because paid orders are not known', async () => {
    const file = { name: 'orders.csv', bytes: Readable.from([Buffer.from('order,email\n1,a@example.com')]) }
    const { lines } = reconcile(queue, file, { send: true })
    await expect(lines.next()).rejects.toThrow('--state')
  })

  test('paid orders that the ledger lacks are sent once, with their data and time', async () => {
    const { ends, texts } = await sendAll(new Date(Date.now() - 3_600_000).toISOString())
    expect(ends).toMatchObject({ sent: 2, delivered: 1, 'never seen': 1 })
    expect(texts.join('\n')).toContain('It is not sent: the line has no e-mail address.')
    const { events } = await queue.claim(9)
    const sent = events.flatMap((event) => ('text' in event ? [{ ...JSON.parse(event.text), ageMs: event.ageMs }] : []))
    expect(sent.map(({ email, cart_data, ageMs }) => [email, cart_data, Math.round(ageMs / 3_600_000)])).toEqual(
      [lost, reported].map((number) => [toEmail(number), { order_number: String(number), cart_value: 1999 }, 1]),
    )
    for (const { id } of events) await queue.settle(id, { as: 'delivered' })
    expect((await sendAll(new Date().toISOString())).ends).toMatchObject({ sent: 0, delivered: 3 })
  })
})

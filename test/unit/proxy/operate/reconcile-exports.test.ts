/**
 * Promise: in 5,000 orders of each known export, `reconcile` finds every planted defect, and calls no order delivered that is not.
 * `--send` sends the paid orders that the ledger lacks, once.
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

/** The words of each platform for a paid, a cancelled and an unpaid order. */
type Words = [paid: string, cancelled: string, unpaid: string]

interface Export {
  words: Words
  header: string
  toLines(number: number, state: string): string[]
}

/** Each export: its words, its header, and the lines of an order with two items. */
const EXPORTS: Record<string, Export> = {
  Shopify: {
    words: ['paid', 'voided', 'pending'],
    header: 'Name,Email,Financial Status,Fulfillment Status,Currency,Total,Lineitem name,Id',
    toLines: (number, state) => [
      `${number},${toEmail(number)},${state},pending,EUR,19.99,Cup,9${number}`,
      `${number},,,,,,Plate,`,
    ],
  },
  Squarespace: {
    words: ['PAID', 'REFUNDED', 'PENDING'],
    header: 'Order ID,Email,Financial Status,Currency,Total,Lineitem name',
    toLines: (number, state) => [`${number},${toEmail(number)},${state},EUR,19.99,Cup`, `${number},,,,,Plate`],
  },
  Wix: {
    words: ['Paid', 'Refunded', 'Pending'],
    header: 'Order number,Contact email,Item,Payment status,Total,Currency,Fulfillment status',
    toLines: (number, state) =>
      ['Cup', 'Plate'].map((item) => `${number},${toEmail(number)},${item},${state},19.99,EUR,Unfulfilled`),
  },
  'Advanced Order Export': {
    words: ['Completed', 'Cancelled', 'On hold'],
    header: 'Order Number,Order Status,Email (Billing),Order Total Amount,Item Name',
    toLines: (number, state) => [`${number},${state},${toEmail(number)},19.99,Cup`, ',,,,Plate'],
  },
  'WooCommerce Analytics': {
    words: ['completed', 'cancelled', 'pending'],
    header: 'Date,Order #,Status,Customer,Customer type,Items sold,Net Sales',
    toLines: (number, state) => [`2026-11-01,${number},${state},Ada,new,2,16.8`],
  },
  WooCommerce: {
    words: ['processing', 'cancelled', 'on-hold'],
    header: 'order_id,order_number,status,order_total,order_currency,customer_email,billing_email',
    toLines: (number, state) => [`7,${number},${state},19.99,EUR,account@example.com,${toEmail(number)}`],
  },
  Magento: {
    words: ['pending', 'canceled', 'pending_payment'],
    header: 'ID,Purchase Point,Grand Total (Base),Grand Total (Purchased),Status,Customer Email',
    toLines: (number, state) => [`${number},Main,17.0000,19.9900,${state},${toEmail(number)}`],
  },
  OpenCart: {
    words: ['5', '7', '0'],
    header: 'order_id;email;total;order_status_id;currency_code;currency_value',
    toLines: (number, state) => [`${number};${toEmail(number)};19.9900;${state};EUR;1.00000000`],
  },
  PrestaShop: {
    words: ['Payment accepted', 'Canceled', 'Awaiting check payment'],
    header: 'ID;Reference;New client;Total;Status',
    toLines: (number, state) => [`7;${number};1;"19,99 €";${state}`],
  },
  BigCommerce: {
    words: ['Shipped', 'Declined', 'Awaiting Payment'],
    header: 'Order ID,Customer Email,Order Total (inc tax),Order Status',
    toLines: (number, state) => [`${number},${toEmail(number)},19.99,${state}`],
  },
  German: {
    words: ['In Bearbeitung', 'Storniert', 'Zahlung ausstehend'],
    header: 'Bestellnummer;E-Mail-Adresse;Gesamtbetrag;Bestellstatus;Bestelldatum',
    toLines: (number, state) => [`${number};${toEmail(number)};19,99;${state};2026-11-01`],
  },
}

const WITHOUT_EMAIL = ['WooCommerce Analytics', 'PrestaShop']
const WITHOUT_TOTAL = ['WooCommerce Analytics']

async function run({ words, header, toLines }: Export) {
  const rows = NUMBERS.flatMap((number) => {
    const defect = toDefect(number)
    return toLines(number, words[defect === 'cancelled' ? 1 : defect === 'unpaid' ? 2 : 0])
  })
  const file = { name: 'orders.csv', bytes: Readable.from([Buffer.from([header, ...rows].join('\n'))]) }
  const lines: { order: string; state: string; difference?: number }[] = []
  for await (const line of reconcile(queue, file, { json: true, reveal: true }).lines) lines.push(JSON.parse(line))
  return { sum: lines.pop() as unknown as Record<string, number | object>, lines }
}

describe.each(Object.entries(EXPORTS))('%s', (name, each) => {
  test('every defect is found, and no order is called delivered that is not', async () => {
    const { sum, lines } = await run(each)
    const isNumberOnly = WITHOUT_EMAIL.includes(name)
    const isTotalCompared = !WITHOUT_TOTAL.includes(name)
    const others = isNumberOnly ? 0 : EACH
    expect(sum).toMatchObject({
      ...{ orders: ORDERS - 2 * EACH, delivered: ORDERS - 6 * EACH - others },
      ...{ waiting: EACH, dead: EACH, 'refused report': EACH, 'never seen': EACH, 'under another e-mail': others },
      different: isTotalCompared ? EACH : 0,
    })
    expect(Object.values(sum.left ?? {}).reduce((all: number, count) => all + Number(count), 0)).toBe(2 * EACH)
    const found = new Map(
      lines.map((line) => [Number(line.order), line.difference === undefined ? line.state : 'total']),
    )
    const wrong = NUMBERS.filter((number) => {
      const defect = toDefect(number)
      const isHidden =
        defect === 'cancelled' ||
        defect === 'unpaid' ||
        (defect === 'total' && !isTotalCompared) ||
        (defect === 'under another e-mail' && isNumberOnly)
      return found.get(number) !== (isHidden ? undefined : defect)
    })
    expect(wrong).toEqual([])
  })
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

/**
 * Promise: each condition of the table arises from its situation. Then health, the operator's page, the metrics and the alerts report it
 * in the table's words. A condition without a situation does not compile.
 */
import { describe, expect, test } from 'vitest'
import { createAdmin } from '../../src/proxy/operate/admin.js'
import { type Alert, createAlerts } from '../../src/proxy/operate/alerts.js'
import { CONDITIONS, type ConditionName } from '../../src/proxy/operate/conditions.js'
import { createHours } from '../../src/proxy/operate/hours.js'
import { createPage } from '../../src/proxy/operate/page/index.js'
import type { Counts, Operator, Queue, Reason, Trouble } from '../../src/proxy/queue/index.js'
import { QueueFullError } from '../../src/proxy/queue/index.js'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 10, 24, 12, 30)
const DAY = 24
const WEEK = 7 * DAY

interface Situation {
  /** Makes equal counts for several hours, by name. The last of the hours is some hours ago. */
  hours?: [name: string, value: number, hours: number, back?: number][]
  waitingFor?: Reason
  oldestWaitingMs?: number
  /** The reason why the API is away. */
  away?: Trouble
  /** The outcome of an event that a page sends. */
  accept?: Error
  isDiskLow?: true
  isStopping?: true
  unknownLists?: string[]
}

/** A shop without any trouble. */
const WELL: NonNullable<Situation['hours']> = [
  ['accepted', 10, DAY],
  ['delivered', 10, DAY],
  ['order new', 10, DAY],
  ['order delivered', 10, DAY],
  ['order by page', 10, 20 * DAY],
  ['latest by page', NOW / 1_000, 1],
]
/** For a day, webhooks report ten orders an hour, and the script reports two of them. */
const FELL: NonNullable<Situation['hours']> = [
  ['order by page', 2, DAY],
  ['order by both', 2, DAY],
]
const refused = (code: string): Situation => ({ hours: [...WELL, [`refused ${code}`, 3, 1]] })

const SITUATIONS: Record<ConditionName, [what: string, situation: Situation]> = {
  queue_full: ['the queue has room for no event', { hours: WELL, accept: new QueueFullError() }],
  queue_failed: ['an event cannot be written', { hours: WELL, accept: new Error('disk I/O error') }],
  disk: ['the disk is nearly full', { hours: WELL, isDiskLow: true }],
  stopping: ['the proxy is stopping', { hours: WELL, isStopping: true }],
  credentials: ['the key is wrong', { hours: WELL, waitingFor: 'credentials', away: 'credentials' }],
  address: ['something else answers', { hours: WELL, waitingFor: 'address', away: 'address' }],
  unreachable: ['no server answers', { hours: WELL, waitingFor: 'unreachable', away: 'unreachable' }],
  busy: ['the API asks for time', { hours: WELL, waitingFor: 'busy', away: 'busy' }],
  refusing: [
    'the API does not accept the orders of the hour',
    { hours: [...WELL.slice(0, 3), ['order delivered', 10, DAY, 2], ['order refused', 6, 2]], waitingFor: 'refused' },
  ],
  unknown_list: ['the API has no such list', { hours: WELL, waitingFor: 'unknown_list' }],
  unreadable: ['a key of RINGUP_KEY is missing', { hours: WELL, waitingFor: 'unreadable' }],
  old: ['an event waits for two hours', { hours: WELL, waitingFor: 'no_session', oldestWaitingMs: 2 * HOUR_MS }],
  dead: ['an event has become a dead letter', { hours: [...WELL, ['lost', 1, 1]] }],
  dead_dropped: ['dead letters had to make room', { hours: [...WELL, ['dropped', 3, 1]] }],
  no_sessions: [
    'every order of the hour waits for a session',
    { hours: [...WELL.slice(0, 3), ['order delivered', 10, DAY, 2], ['order no_session', 6, 2]] },
  ],
  none_delivered: ['orders wait, and none was ever delivered', { hours: [['accepted', 14, 1]], waitingFor: 'refused' }],
  no_event_yet: ['a proxy is new', {}],
  silence: [
    'no order has come for hours',
    {
      hours: [
        ...WELL.slice(0, 4),
        ['order by page', 10, 20 * DAY, 3],
        ['latest by page', NOW / 1_000 - 3 * 3_600, 1, 3],
      ],
    },
  ],
  origin_refused: ['pages have another origin', refused('origin')],
  list_refused: ['a form misspells its list', { ...refused('unknown_list'), unknownLists: ['newsleter', 'x'] }],
  script_unknown: ['a tag names no script', refused('unknown_script')],
  shape_refused: ['events have another shape', refused('shape')],
  signature_refused: ['signatures are wrong', refused('signature')],
  reports_refused: [
    'a thank-you page has no e-mail address',
    {
      hours: [
        ...WELL,
        ['order new', 7, 1],
        ['report convert no_email', 1, 3],
        ['report convert no_order_number', 1, 2],
        ['report convert no_order', 1, 1],
        ['report addToList no_email', 1, 2],
      ],
    },
  ],
  incomplete: [
    'orders have neither total nor items',
    { hours: [...WELL, ['lacks total', 1, 30], ['lacks items', 3, DAY]] },
  ],
  rate_refused: ['shoppers share one rate limit', refused('rate')],
  hops: ['a web server is before the proxy', { hours: [...WELL, ['forwarded', 3, 1]] }],
  problem_doubled: [
    'orders have no total any more',
    { hours: [...WELL, ['order new', 10, WEEK, DAY], ['problem cart_value ambiguous_amount', 3, DAY]] },
  ],
  script_fell: [
    'the script reports half of what it did',
    { hours: [...WELL, ['order by webhook', 10, 8 * DAY], ['order by both', 8, WEEK, DAY], ...FELL] },
  ],
  webhooks_fell: [
    'webhooks bring half of what they did',
    { hours: [...WELL, ['order by page', 10, 8 * DAY], ['order by both', 9, WEEK, DAY], ['order by both', 1, DAY]] },
  ],
}

/** The reported figures of some conditions. */
const ABOUT: Partial<Record<ConditionName, string>> = {
  dead: '1 event.',
  dead_dropped: '3 dead letters.',
  reports_refused: [
    '3 of 242 orders in 24 hours had no e-mail address on their page.',
    '2 of 242 orders in 24 hours had no order number on their page.',
    '1 page in 24 hours reported an order event without an order.',
    '2 of 5 sign-ups in 24 hours had no readable e-mail address.',
  ].join(' '),
  refusing: '20 orders.',
  no_sessions: '20 orders.',
  none_delivered: '1 waiting event, 0 dead letters.',
  silence: 'The last by the script came 2026-11-24 09:30:00 UTC; 30 are usual since.',
  origin_refused: '3 times in 24 hours.',
  list_refused: '3 times in 24 hours. “newsleter”: did you mean newsletter? “x” is not a list.',
  script_unknown: '3 times in 24 hours.',
  shape_refused: '3 times in 24 hours.',
  signature_refused: '3 times in 24 hours.',
  incomplete: '72 of 240 orders in 24 hours have no items.',
  rate_refused: '3 times in 24 hours.',
  problem_doubled: 'cart_value ambiguous_amount: 30.0 % of today’s orders, 0.0 % before.',
  script_fell: 'Of 240 orders that webhooks brought, the script reported 48, 20.0 %; before 80.0 %.',
  webhooks_fell: 'Of 240 orders that the script reported, webhooks brought 24, 10.0 %; before 90.0 %.',
}

const NAMES = Object.keys(SITUATIONS) as ConditionName[] // the keys of the table

/** Makes a proxy in this situation. */
async function open(situation: Situation) {
  let nowMs = NOW
  const { waitingFor, oldestWaitingMs = waitingFor && 60_000, unknownLists = [], hours: counted = [] } = situation
  const counts: Counts = {
    ...{ waiting: waitingFor ? 1 : 0, waitingBytes: 0, oldestWaitingMs, dead: 0, deadBytes: 0, droppedDead: 0 },
    ...{ waitingBy: waitingFor ? [{ kind: 'convert', reason: waitingFor, count: 1 }] : [], deadBy: [], refusedBy: [] },
  }
  const rows = counted.flatMap(([name, value, length, back = 0]) =>
    Array.from({ length }, (_, index) => ({
      name,
      value,
      fromMs: (Math.floor(NOW / HOUR_MS) - back - index) * HOUR_MS,
    })),
  )
  const readHours = async () => createHours(rows, nowMs)
  const nothing = () => {}
  const admin = createAdmin({
    count: async () => counts,
    version: '1.2.3',
    isStopping: () => situation.isStopping === true,
    isDiskLow: async () => situation.isDiskLow === true,
    away: () => situation.away,
    lists: ['newsletter'],
    history: {
      read: readHours,
      unknownLists: () => unknownLists,
      onSeen: nothing,
    },
    openPage: (readHealth) =>
      createPage({
        ...{
          operator: {
            page: async () => ({ events: [] }),
            latest: async () => [],
          } as Partial<Operator> as Operator,
          readHealth,
          readHours,
          readOrigins: () => [],
        },
        ...{ path: '/ringup', version: '1.2.3', files: undefined, tokens: [], now: () => nowMs },
      }),
    now: () => nowMs,
  })
  const queue = admin.watch({ accept: () => Promise.reject(situation.accept) } as Partial<Queue> as Queue)
  const arrive = async () => {
    if (situation.accept)
      await queue.accept({ id: 'x', kind: 'convert', body: { email: 'a@b.example' } } as never).catch(nothing)
  }
  await arrive()
  const sent: Alert[] = []
  const alerts = createAlerts({
    shop: 'https://shop.example',
    readHealth: admin.readHealth,
    post: async (alert) => {
      sent.push(alert)
      return { taken: true, status: 200 }
    },
    notes: createNotes(),
    log: nothing,
    now: () => nowMs,
  })
  const ask = async (path: string) => (await admin.handle(new Request(`http://localhost${path}`))).text()
  return {
    readHealth: async () => JSON.parse(await ask('/health')) as { problems: object[] },
    readPage: async () => (await ask('/')).replaceAll('&#39;', "'").replaceAll('&quot;', '"'),
    readMetrics: () => ask('/metrics'),
    /** @returns the reports after this time */
    async readAlerts(minutes: number) {
      for (let minute = 0; minute <= minutes; minute += minutes || 1) {
        nowMs = NOW + minute * 60_000
        await arrive()
        await alerts.poll()
      }
      return sent
    },
  }
}

function createNotes() {
  const kept = new Map<string, string>()
  return {
    readNote: async (name: string) => kept.get(name),
    writeNote: async (name: string, text: string) => void kept.set(name, text),
  }
}

describe.each(NAMES.map((name) => [...SITUATIONS[name], name] as const))('%s', (_what, situation, name) => {
  const { wrong, todo, severity, after } = CONDITIONS[name]

  test(`is ${name} in health, alone`, async () => {
    const { readHealth } = await open(situation)
    expect((await readHealth()).problems).toEqual([{ reason: name, about: ABOUT[name], text: expect.any(String) }])
  })

  test('is on the page, in the table’s words', async () => {
    const text = await (await open(situation)).readPage()
    expect([text.includes(wrong), text.includes(todo)]).toEqual([true, true])
    expect(text).not.toContain('All is well')
  })

  test('is the only metric that is 1', async () => {
    const text = await (await open(situation)).readMetrics()
    expect(text.match(/^ringup_problem\{.*\} 1$/gm)).toEqual([`ringup_problem{reason="${name}"} 1`])
  })

  const isReported = severity !== 'none'
  test(isReported ? `is reported after ${after} minutes` : 'is not reported', async () => {
    const readNamed = async (minutes: number) =>
      (await (await open(situation)).readAlerts(minutes)).filter(({ alert }) => alert === name)
    const sent = await readNamed(after)
    expect([(await readNamed(Math.max(0, after - 1))).length, sent.length]).toEqual([
      Number(isReported && after === 0),
      Number(isReported),
    ])
    expect(sent.map(({ text }) => [text.includes(wrong), text.endsWith(` ${todo}`)])).toEqual(
      sent.map(() => [true, true]),
    )
  })
})

test('"All is well" is shown for a shop without a condition, and only then', async () => {
  const ringup = await open({ hours: WELL })
  expect(await ringup.readHealth()).toMatchObject({ state: 'ok', problems: [] })
  expect(await ringup.readPage()).toContain('All is well.')
  expect(await ringup.readAlerts(0)).toEqual([])
})

test.each([
  [59_000, true],
  [60_000, false],
])('of an event that waits for %d ms, "All is well" is %s', async (oldestWaitingMs, isWell) => {
  const ringup = await open({ hours: WELL, waitingFor: 'no_session', oldestWaitingMs })
  expect(await ringup.readHealth()).toMatchObject({ state: 'ok', problems: [] })
  expect((await ringup.readPage()).includes('All is well.')).toBe(isWell)
})

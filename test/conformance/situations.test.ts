/**
 * Promise: each condition of the table arises from its situation, and abstains from a similar one. Health, the operator's page, the
 * metrics and the alert then have the table's words. A condition without a situation does not compile.
 */
import { describe, expect, test } from 'vitest'
import type { AnswerSummary } from '../../src/proxy/log/answer-summary.js'
import { createAdmin } from '../../src/proxy/operate/admin.js'
import { type Alert, createAlerts } from '../../src/proxy/operate/alerts.js'
import { CONDITIONS, type ConditionName } from '../../src/proxy/operate/conditions.js'
import { createHealth, type Health } from '../../src/proxy/operate/health.js'
import { createPage } from '../../src/proxy/operate/page/index.js'
import { createRequests } from '../../src/proxy/operate/requests.js'
import type { Counts, Operator, OrderCount, Reason, Trouble } from '../../src/proxy/queue/index.js'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 10, 24, 12, 30)

interface Situation {
  counts?: Partial<Counts>
  /** The reason why the API is away. */
  away?: Trouble
  /** An attempt that failed so many minutes ago; all later ones did too. An event may have ended in between. */
  failing?: [minutes: number, reason: Trouble, ended?: Reason | undefined]
  /** The last event that a page sent could not be stored. */
  failed?: 'full' | 'store' | 'forward'
  isDatabaseAway?: true
  isDiskLow?: true
  /** Answers to requests, and how many of each. */
  answers?: (readonly [answer: Partial<AnswerSummary>, count: number])[]
  /** The longest time between two orders in four weeks. */
  gapMs?: number
}

const order = (today: number, more: Partial<OrderCount> = {}): OrderCount => ({
  ...{ outcome: 'delivered', byPage: true, byWebhook: false, today, before: 0 },
  ...{ lacks: { number: false, total: false, items: false }, ...more },
})
const lacking = (today: number, part: keyof OrderCount['lacks']) =>
  order(today, { lacks: { number: false, total: false, items: false, [part]: true } })
const waiting = (reason: Reason | undefined, more: Partial<Counts['waitingBy'][number]> = {}): Partial<Counts> => {
  const row = { kind: 'convert', reason, list: undefined, count: 1, customers: 1, untilMs: undefined, ...more } as const
  return { waiting: row.count, waitingBy: [row], oldestWaitingMs: 30_000 }
}
const report = (recent: number, reason: Reason, hasNumber = true): Counts['refusedBy'][number] => ({
  ...{ kind: 'convert', reason, hasNumber, count: recent, recent },
})
const dead = (recent: number): Partial<Counts> => ({
  dead: 1,
  deadBy: [{ kind: 'convert', reason: 'no_session', count: 1, recent }],
})
/** Some requests, and others that were accepted. */
const answers = (some: Partial<AnswerSummary>, count: number, others = 100): Situation => ({
  answers: [[some, count] as const, [{ status: 202 }, others] as const],
})
const failing = (minutes: number, reason: Trouble, ended?: Reason): Situation => ({
  failing: [minutes, reason, ended],
  counts: waiting(reason),
})
const refusing = (customers: number, deliveredInHour: number): Situation => ({
  counts: { ...waiting('no_session', { count: 5, customers }), deliveredInHour },
})
const silent = (gapMs: number): Situation => ({ counts: { orders: [], lastOrderMs: NOW - 8 * HOUR_MS }, gapMs })
const old = (reason: Reason): Situation => ({ counts: { ...waiting(reason), oldestWaitingMs: 2 * HOUR_MS } })
const webhook = (today: number, before: number, byPage: boolean) => order(today, { before, byPage, byWebhook: true })

/** A shop without any trouble: 40 whole orders today. */
const WELL: Counts = {
  ...{ atMs: NOW, waiting: 0, waitingBytes: 0, waitingBy: [], oldestWaitingMs: undefined },
  ...{ dead: 0, deadBytes: 0, deadBy: [], refusedBy: [], droppedDead: 0 },
  ...{ orders: [order(40)], deliveredInHour: 4, lastOrderMs: NOW - HOUR_MS / 4 },
}

/** Each condition: what has happened, its situation, its figures; and a situation in which it does not hold. */
const SITUATIONS: Record<ConditionName, [what: string, situation: Situation, about: string, not: Situation]> = {
  database: ['an event cannot be written', { failed: 'store' }, '', { failed: 'full' }],
  disk: ['the disk is nearly full', { isDiskLow: true }, '', {}],
  keys: ['a key is missing', { counts: waiting('unreadable') }, '1 event.', { counts: waiting('refused') }],
  credentials: ['the key is wrong', { away: 'credentials' }, '', failing(4, 'credentials')],
  address: ['another server answers', { away: 'address' }, '', { counts: waiting('refused') }],
  away: ['every try of five minutes failed', failing(5, 'unreachable'), '', failing(4, 'unreachable')],
  refusing: ['no order is accepted', refusing(3, 0), '5 events. None was delivered within the hour.', refusing(3, 1)],
  unknown_list: [
    'the API has no such list',
    { counts: waiting('unknown_list', { kind: 'addToList', list: 'newsletter' }) },
    'newsletter: 1 sign-up.',
    { counts: waiting(undefined, { kind: 'addToList' }) },
  ],
  old: ['an event waits for two hours', old('no_session'), 'The oldest waits for 2 hours.', old('unreadable')],
  dead: [
    'an event has become a dead letter',
    { counts: dead(1) },
    '1 event: The API has no session of this customer that the order could convert.',
    { counts: dead(0) },
  ],
  incomplete: [
    'more than 5 % of the orders lack a part',
    {
      counts: {
        orders: [order(40), lacking(3, 'total'), lacking(3, 'items'), lacking(1, 'number')],
        refusedBy: [report(4, 'no_email'), report(5, 'no_order_number', false)],
      },
    },
    '3 of 51 orders in 24 hours have no total. 3 of 51 orders in 24 hours have no items. 4 of 51 orders in 24 hours have no e-mail address. 5 reports in 24 hours had no order number.',
    { counts: { orders: [order(38), lacking(2, 'total')], refusedBy: [report(1, 'no_email', false)] } },
  ],
  missed: [
    'the script reports half of what it did',
    { counts: { orders: [webhook(8, 10, false), webhook(2, 40, true)] } },
    'Of 10 orders in 24 hours it reported 20.0 %; in the week before 80.0 %.',
    { counts: { orders: [webhook(6, 10, false), webhook(4, 40, true)] } },
  ],
  silent: [
    'no order has arrived for twice the longest time',
    silent(4 * HOUR_MS),
    'The last order arrived 2026-11-24 04:30:00 UTC; the longest time between two orders was 4 hours.',
    silent(4 * HOUR_MS + 1),
  ],
  refusals: [
    'a form misspells its list',
    answers({ status: 422, code: 'unknown_list', unknownList: 'newsleter' }, 3),
    '3 of 103 reports within the hour. 3 times: The list is not one of RINGUP_LISTS.',
    answers({ status: 422, code: 'shape' }, 1),
  ],
  hops: [
    'a web server is in front',
    { answers: [[{ status: 202, isForwarded: true }, 3]] },
    '',
    {
      answers: [
        [{ status: 202, isForwarded: true }, 3],
        [{ status: 202, isForwarded: false }, 1],
      ],
    },
  ],
}
const NAMES = Object.keys(SITUATIONS) as ConditionName[] // the keys of the table

/** Makes a proxy in this situation. */
async function open({ counts, away, failing, failed, isDatabaseAway, isDiskLow, answers = [], gapMs }: Situation) {
  let nowMs = NOW - HOUR_MS / 2
  const now = () => nowMs
  const requests = createRequests(now)
  const count = async () => (isDatabaseAway ? Promise.reject(new Error('away')) : { ...WELL, ...counts, atMs: nowMs })
  const health = createHealth({
    ...{ queue: { count, longestGap: async () => gapMs }, requests, now },
    ...{ version: '1.2.3', away: () => away, isDiskLow: async () => isDiskLow === true, monotonic: now },
  })
  await health.read() // compares the clocks
  if (failing) {
    nowMs = NOW - failing[0] * 60_000
    health.onTried(failing[1])
  } else health.onTried('delivered')
  nowMs = NOW
  if (failing?.[2]) health.onTried(failing[2])
  if (failing) health.onTried(failing[1])
  if (failed === 'forward') health.onQueueFailed()
  else if (failed) health.onStored(failed)
  for (const [answer, times] of answers) {
    for (let time = 0; time < times; time += 1) requests.onAnswered({ method: 'POST', status: 202, ms: 1, ...answer })
  }
  const operator = { page: async () => ({ events: [] }), latest: async () => [] } as Partial<Operator> as Operator
  const about = { origins: [], path: '/ringup', version: '1.2.3', files: undefined, tokens: [], log: () => {}, now }
  const page = createPage({ operator, readHealth: health.read, requests, ...about })
  const admin = createAdmin({ readHealth: health.read, page })
  const ask = async (path: string) => (await admin.handle(new Request(`http://localhost${path}`))).text()
  return {
    readHealth: async () => JSON.parse(await ask('/health')) as Health,
    readPage: async () => (await ask('/')).replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    readMetrics: () => ask('/metrics'),
    async readAlerts() {
      const sent: Alert[] = []
      const settings = { origins: ['https://shop.example'] }
      const notes = { readNote: async () => undefined, writeNote: async () => {} }
      const post = async (alert: Alert) => void sent.push(alert)
      await createAlerts({ settings, readHealth: health.read, post, notes, log: () => {}, now }).poll()
      return sent
    },
  }
}

describe.each(NAMES.map((name) => [name, ...SITUATIONS[name]] as const))(
  '%s: %s',
  (name, _what, situation, about, not) => {
    const { severity, todo } = CONDITIONS[name]
    const sentence = [CONDITIONS[name].sentence, about].filter(Boolean).join(' ')

    test('health has it alone', async () => {
      const { conditions, isWell } = await (await open(situation)).readHealth()
      expect([conditions, isWell]).toEqual([[{ name, severity, sentence, todo }], false])
    })

    test('the page has the table’s words, and it is the only metric that is 1', async () => {
      const ringup = await open(situation)
      const text = await ringup.readPage()
      expect([text.includes(sentence), text.includes(todo), text.includes('All is well')]).toEqual([true, true, false])
      const metrics = (await ringup.readMetrics()).match(/^ringup_condition\{.*\} 1$/gm)
      expect(metrics).toEqual([`ringup_condition{name="${name}"} 1`])
    })

    test('one alert has it', async () => {
      const [alert, ...more] = await (await open(situation)).readAlerts()
      expect([alert?.begun, alert?.text.includes(`${sentence} ${todo}`), more]).toEqual([[name], true, []])
    })

    test('it does not hold in a similar situation', async () => {
      const { conditions } = await (await open(not)).readHealth()
      expect(conditions.map((each) => each.name)).not.toContain(name)
    })
  },
)

test('"All is well" is shown for a shop without a condition', async () => {
  const ringup = await open({})
  expect(await ringup.readHealth()).toMatchObject({ state: 'ok', isWell: true, conditions: [] })
  expect(await ringup.readPage()).toContain('All is well.')
  expect(await ringup.readAlerts()).toEqual([])
})

test.each([
  [59_000, true],
  [60_000, false],
])('of an event that waits for %d ms, "All is well" is %s', async (oldestWaitingMs, isWell) => {
  const ringup = await open({ counts: { ...waiting('busy'), oldestWaitingMs } })
  expect(await ringup.readHealth()).toMatchObject({ state: 'ok', conditions: [], isWell })
  expect((await ringup.readPage()).includes('All is well.')).toBe(isWell)
})

test('before the first order health is new, and says so', async () => {
  const { state, isWell, summary } = await (await open({ counts: { orders: [], lastOrderMs: undefined } })).readHealth()
  expect([state, isWell, summary]).toEqual(['new', false, 'Waiting for your first order.'])
})

const quiet = (hours: number): Partial<Counts> => ({ orders: [], lastOrderMs: NOW - hours * HOUR_MS })

test.each<[what: string, situation: Situation, names: ConditionName[], state: Health['state']]>([
  ['two customers’ orders are refused', refusing(2, 0), [], 'ok'],
  ['requests are not JSON, or their path is wrong', { answers: [[{ status: 400, code: 'not_json' }, 9]] }, [], 'ok'],
  [
    'sign-ups have no address',
    { counts: { refusedBy: [{ ...report(9, 'no_email', false), kind: 'addToList' }] } },
    [],
    'ok',
  ],
  ['three of 403 reports are refused', answers({ status: 422, code: 'shape' }, 3, 400), [], 'ok'],
  ['the panel’s tests are refused', { answers: [[{ status: 422, code: 'unknown_list', isCheck: true }, 9]] }, [], 'ok'],
  ['the outcome of an attempt cannot be written', { failed: 'forward' }, ['database'], 'degraded'],
  ['the orders of the shop are older than a day', { counts: quiet(30), gapMs: 20 * HOUR_MS }, [], 'ok'],
])('%s', async (_what, situation, names, state) => {
  const health = await (await open(situation)).readHealth()
  expect([health.conditions.map(({ name }) => name), health.state]).toEqual([names, state])
})

test.each<ConditionName>(['keys', 'credentials', 'address', 'away', 'refusing', 'unknown_list'])(
  '%s explains why an event is old',
  async (name) => {
    const [, situation] = SITUATIONS[name]
    const counts = { ...situation.counts, oldestWaitingMs: 2 * HOUR_MS }
    const { conditions } = await (await open({ ...situation, counts })).readHealth()
    expect(conditions.map((each) => each.name)).toEqual([name])
  },
)

test.each<[and: string, situation: Situation, names: ConditionName[]]>([
  ['an event has expired meanwhile', failing(5, 'unreachable', 'expired'), ['away']],
  ['a delivery was refused meanwhile', failing(5, 'unreachable', 'refused'), []],
  ['no event waits', { failing: [5, 'unreachable'] }, []],
])('every try of five minutes failed, and %s', async (_and, situation, names) => {
  const { conditions } = await (await open(situation)).readHealth()
  expect(conditions.map(({ name }) => name)).toEqual(names)
})

test('of the refused origins, which strangers choose, twenty are counted', () => {
  const requests = createRequests()
  for (let n = 0; n < 50; n += 1) {
    requests.onAnswered({ method: 'POST', status: 403, ms: 1, code: 'origin', origin: `https://${n % 25}.example` })
  }
  const twenty = Array.from({ length: 20 }, (_, n) => [`https://${n}.example`, 2])
  expect(requests.read().origins).toEqual(twenty)
})

test.each([
  ['the database cannot be read', { isDatabaseAway: true }],
  ['an event could not be stored', { failed: 'store' }],
  ['the queue is full', { failed: 'full' }],
] as const)('health is down while %s', async (_what, situation) => {
  expect((await (await open(situation)).readHealth()).state).toBe('down')
})

test('while the clock may be wrong, no event is old and the shop is not silent', async () => {
  const counts = { ...WELL, ...waiting('no_session'), oldestWaitingMs: 9 * HOUR_MS, lastOrderMs: NOW - 9 * HOUR_MS }
  let monotonicMs = 0
  const queue = { count: async () => counts, longestGap: async () => HOUR_MS }
  const parts = { queue, requests: createRequests(), version: '1.2.3', now: () => NOW + monotonicMs }
  const health = createHealth({ ...parts, monotonic: () => monotonicMs })
  const readNames = async () => (await health.read()).conditions.map(({ name }) => name)
  expect(await readNames()).toEqual([])
  monotonicMs = 600_000
  counts.atMs += monotonicMs
  expect(await readNames()).toEqual(['old', 'silent'])
  counts.atMs += 86_400_000
  monotonicMs += 2_000
  expect(await readNames()).toEqual([])
})

test('after a start, the API is away for the reason for which events wait', async () => {
  const count = async () => ({ ...WELL, ...waiting('credentials') })
  const parts = { queue: { count, longestGap: async () => undefined }, requests: createRequests(), version: '1.2.3' }
  expect((await createHealth(parts).read()).conditions.map(({ name }) => name)).toEqual(['credentials'])
})

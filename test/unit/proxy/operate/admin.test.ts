/**
 * Health says whether pages get 503, and what keeps events from the API; metrics count what happened. Neither has
 * anything that a request said.
 */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Admin, createAdmin } from '../../../../src/proxy/operate/admin.js'
import { createHours } from '../../../../src/proxy/operate/hours.js'
import {
  type Counts,
  type IncomingEvent,
  type Queue,
  type QueuedEvent,
  QueueFullError,
  type Reason,
  type Trouble,
} from '../../../../src/proxy/queue/index.js'

const EMPTY: Counts = {
  waiting: 0,
  waitingBytes: 0,
  dead: 0,
  deadBytes: 0,
  waitingBy: [],
  deadBy: [],
  refusedBy: [],
  oldestWaitingMs: undefined,
  droppedDead: 0,
}

let counts: Counts
let nowMs: number
let trouble: Trouble | undefined
let countIt: () => Promise<Counts>
let admin: Admin
let queue: Queue
let next: QueuedEvent[]
let fails: Error | undefined
let settle: () => Promise<void>

beforeEach(() => {
  counts = EMPTY
  nowMs = 0
  trouble = undefined
  next = []
  fails = undefined
  settle = async () => {}
  countIt = async () => counts
  admin = createAdmin({
    count: () => countIt(),
    version: '1.2.3',
    away: () => trouble,
    now: () => nowMs,
  })
  queue = admin.watch(createQueue())
})

/** Makes the part of a queue that is watched. */
function createQueue(): Queue {
  const nothing = async () => {}
  const accept = async () => {
    if (fails) throw fails
    return 'new' as const
  }
  const claim = async () => ({ events: next.splice(0), nextInMs: undefined })
  const rest = { refuse: nothing, release: nothing, wake: nothing, sweep: nothing, close: nothing, writeNote: nothing }
  return { accept, claim, settle: () => settle(), readNote: async () => undefined, ...rest }
}

function waitFor(...reasons: (Reason | undefined)[]) {
  const waitingBy = reasons.map((reason) => ({ kind: 'addToList' as const, reason, count: 1 }))
  counts = { ...EMPTY, waiting: reasons.length, waitingBy }
}

async function claimOne(list = 'newsletter'): Promise<string> {
  const id = randomUUID()
  const more = { customer: 'w', ageMs: 0, attempts: 0, refusals: 0, isCalm: true }
  next.push({ id, kind: 'addToList', list, text: '{}', ...more })
  await queue.claim(1)
  return id
}

const retry = async (reason: Reason) => queue.settle(await claimOne(), { as: 'retry', reason, waitMs: 0 })
const deliver = async (list?: string) => queue.settle(await claimOne(list), { as: 'delivered' })
const missList = async (list: string) =>
  queue.settle(await claimOne(list), { as: 'retry', reason: 'unknown_list', waitMs: 0 })

async function accept() {
  const arrival = { id: randomUUID(), kind: 'convert', body: { email: 'ada@example.com' } }
  await queue.accept({ ...arrival, ageMs: 0, signed: false } as IncomingEvent).catch(() => {})
}

/** Later than the figures of the time before are remembered. */
async function get(path: string, host = 'localhost') {
  nowMs += 1_000
  const answer = await admin.handle(new Request(`http://${host}${path}`))
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

async function readHealth() {
  const { status, text } = await get('/health')
  return { status, ...(JSON.parse(text) as { state: string; problems: object[] }) }
}

describe('health is', () => {
  test('ok with nothing but figures', async () => {
    expect(await readHealth()).toEqual({
      status: 200,
      state: 'ok',
      problems: [],
      waiting: 0,
      waitingBytes: 0,
      oldestWaitingMs: null,
      dead: 0,
      deadBytes: 0,
      droppedDead: 0,
      version: '1.2.3',
    })
  })

  test('ok while events wait that were not tried yet', async () => {
    waitFor(undefined, undefined)
    expect(await readHealth()).toMatchObject({ status: 200, state: 'ok', waiting: 2 })
  })

  test.each(['credentials', 'address', 'unreachable', 'busy'] as const)(
    'ok while the API’s latest answer was %s and the forwarder says nothing: it is about one event alone',
    async (reason) => {
      waitFor(reason)
      await retry(reason)
      expect(await readHealth()).toMatchObject({ state: 'ok', problems: [] })
    },
  )

  test('degraded from the start by what events wait for', async () => {
    waitFor('unreachable', 'credentials')
    expect(await readHealth()).toMatchObject({ state: 'degraded', problems: [{ reason: 'credentials' }] })
  })

  test('degraded by the reason of waiting events, until the API has answered one of them', async () => {
    waitFor('unreachable')
    await queue.settle(await claimOne(), { as: 'dead', reason: 'expired' })
    expect(await readHealth()).toMatchObject({ state: 'degraded', problems: [{ reason: 'unreachable' }] })
    await deliver()
    expect(await readHealth()).toMatchObject({ state: 'ok', problems: [] })
  })

  test('degraded by the reason for which the API is away, while an event waits', async () => {
    trouble = 'busy'
    expect(await readHealth()).toMatchObject({ state: 'ok' })
    waitFor('unreachable')
    expect(await readHealth()).toMatchObject({ state: 'degraded', problems: [{ reason: 'busy' }] })
  })

  test('degraded once every try has failed for five minutes', async () => {
    waitFor('unreachable')
    await deliver()
    await retry('unreachable')
    nowMs = 298_000
    await retry('busy')
    expect(await readHealth()).toMatchObject({ state: 'ok' })
    nowMs = 299_000
    expect(await readHealth()).toMatchObject({ state: 'degraded', problems: [{ reason: 'busy' }] })
    await deliver()
    expect(await readHealth()).toMatchObject({ state: 'ok' })
  })

  test('degraded with the public name of each list that the API does not know', async () => {
    waitFor('unknown_list')
    await missList('newsletter')
    await missList('vip')
    await deliver('newsletter')
    expect((await readHealth()).problems).toMatchObject([{ reason: 'unknown_list', about: 'List: vip.' }])
  })

  test.each([
    ['queue_full', new QueueFullError(), 'ok'],
    ['queue_failed', new Error('disk I/O error'), 'degraded'],
  ])('down, with 503, for a minute after an event was refused: %s', async (reason, error, state) => {
    fails = error
    await accept()
    nowMs = 58_999
    expect(await readHealth()).toMatchObject({ status: 503, state: 'down', problems: [{ reason }] })
    nowMs = 59_000
    expect(await readHealth()).toMatchObject({ status: 200, state })
  })

  test('degraded after the queue could not take an event, until it takes one', async () => {
    fails = new Error('disk I/O error')
    await accept()
    nowMs = 3_600_000
    expect(await readHealth()).toMatchObject({ state: 'degraded', problems: [{ reason: 'queue_failed' }] })
    await deliver() // a full disk has room for this alone
    expect(await readHealth()).toMatchObject({ state: 'degraded', problems: [{ reason: 'queue_failed' }] })
    fails = undefined
    await accept()
    expect(await readHealth()).toMatchObject({ state: 'ok', problems: [] })
  })

  test('degraded for a minute after a waiting event could not be read, or its end stored', async () => {
    const unread = async () => admin.onQueueFailed()
    const unwritten = async () => {
      settle = async () => Promise.reject(new Error('disk I/O error'))
      await expect(deliver()).rejects.toThrow('disk I/O error')
    }
    for (const fail of [unread, unwritten]) {
      nowMs += 100_000
      expect(await readHealth()).toMatchObject({ status: 200, state: 'ok' })
      await fail()
      expect(await readHealth()).toMatchObject({
        status: 200,
        state: 'degraded',
        problems: [{ reason: 'queue_failed' }],
      })
    }
  })

  test('down when the queue cannot be read', async () => {
    countIt = async () => Promise.reject(new Error('disk I/O error'))
    const text = 'The database could not be read or written. See the log: failed or queue_failed.'
    const problems = [{ reason: 'queue_failed', text }]
    const expected = { status: 503, state: 'down', problems, version: '1.2.3' }
    expect(await readHealth()).toEqual(expected)
  })

  test.each<[what: string, hours: [name: string, value: number][], state: string]>([
    ['new while no page has sent an event', [], 'new'],
    ['degraded while nothing was ever delivered', [['accepted', 14]], 'degraded'],
    [
      'ok once orders come and reach the API',
      [
        ['accepted', 14],
        ['order new', 14],
        ['delivered', 14],
        ['order delivered', 13],
      ],
      'ok',
    ],
  ])('%s', async (_what, sums, state) => {
    counts =
      state === 'degraded'
        ? { ...EMPTY, waiting: 14, waitingBy: [{ kind: 'convert', reason: 'no_session', count: 14 }] }
        : EMPTY
    const read = async () =>
      createHours(
        sums.map(([name, value]) => ({ fromMs: 0, name, value })),
        nowMs,
      )
    const history = { read, unknownLists: () => [], onSeen() {} }
    admin = createAdmin({ count: () => countIt(), version: '1.2.3', history, now: () => nowMs })
    const share = { orders: sums.length > 1 ? 14 : 0, delivered: sums.length > 1 ? 13 : 0 }
    expect(await readHealth()).toMatchObject({ status: 200, state, share })
  })

  test('with the snippet’s name and hash when they are given', async () => {
    const snippet = { file: 'ringup-1a2b3c.js', integrity: 'sha384-abc' }
    const build = { ...snippet, built: { 'ringup.js': 'its source' } }
    admin = createAdmin({ count: countIt, version: '1.2.3', snippet: build })
    expect((await readHealth()) as object).toHaveProperty('snippet', snippet)
  })
})

describe('metrics', () => {
  const readMetrics = async () => (await get('/metrics')).text

  test('count what arrives, by kind and outcome', async () => {
    await accept()
    await accept()
    expect(await readMetrics()).toContain('ringup_events_accepted_total{kind="convert",outcome="new"} 2\n')
  })

  test('count how attempts end', async () => {
    await deliver()
    await retry('busy')
    await queue.settle(await claimOne(), { as: 'dead', reason: 'refused' })
    await missList('newsletter')
    const text = await readMetrics()
    for (const outcome of ['delivered', 'busy', 'refused', 'unknown_list']) {
      expect(text).toContain(`ringup_forwarded_total{kind="addToList",outcome="${outcome}"} 1\n`)
    }
  })

  test('count refusals by code, and time answers by class', async () => {
    admin.onAnswered({ method: 'POST', status: 422, code: 'shape', ms: 3 })
    admin.onAnswered({ method: 'POST', status: 202, problems: ['not_cents', 'not_cents'], ms: 3 })
    const text = await readMetrics()
    expect(text).toContain('ringup_requests_refused_total{code="shape"} 1\n')
    expect(text).toContain('ringup_problems_total{code="not_cents"} 2\n')
    expect(text).toContain('ringup_request_duration_seconds_bucket{le="0.005",status="4xx"} 1\n')
    expect(text).toContain('ringup_request_duration_seconds_bucket{le="0.0025",status="4xx"} 0\n')
  })

  test('show what the queue has now, and no longer what it had', async () => {
    waitFor('busy')
    counts.deadBy = [{ kind: 'convert', reason: 'refused', count: 3 }]
    counts.oldestWaitingMs = 90_000
    counts.droppedDead = 7
    const text = await readMetrics()
    expect(text).toContain('ringup_waiting{kind="addToList",reason="busy"} 1\n')
    expect(text).toContain('ringup_dead{kind="convert",reason="refused"} 3\n')
    expect(text).toContain('ringup_oldest_waiting_seconds 90\n')
    expect(text).toContain('ringup_dead_dropped_total 7\n')
    counts = EMPTY
    expect(await readMetrics()).not.toMatch(/^ringup_(waiting|dead)\{/m)
  })

  test('are there when the queue cannot be read', async () => {
    countIt = async () => Promise.reject(new Error('disk I/O error'))
    const { status, text } = await get('/metrics')
    expect(status).toBe(200)
    expect(text).toContain('ringup_problem{reason="queue_failed"} 1\n')
  })

  test('have the process’s own, in the form Prometheus reads', async () => {
    const { text, headers } = await get('/metrics')
    expect(text).toMatch(/^process_resident_memory_bytes \d/m)
    expect(text).toContain('ringup_build_info{version="1.2.3"} 1\n')
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  })
})

test.each(['/health', '/metrics', '/other'])('%s is kept nowhere', async (path) => {
  const { headers } = await get(path)
  expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
})

test('other paths are 404, with the list of paths', async () => {
  expect((await get('/')).status).toBe(404)
})

describe('who asks', () => {
  test.each(['localhost', 'localhost:8788', '127.0.0.1:8788', '[::1]:8788', '10.0.0.5:8788'])(
    'for %s gets an answer',
    async (host) => {
      expect((await get('/health', host)).status).toBe(200)
    },
  )

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'ringup'])(
    'for %s, which may be a name of another site that leads here, gets nothing',
    async (host) => {
      for (const path of ['/health', '/metrics']) {
        const { status, text } = await get(path, host)
        expect([status, text]).toEqual([421, expect.not.stringMatching('waiting')])
      }
    },
  )

  test('for a name of the settings gets an answer', async () => {
    admin = createAdmin({ count: () => countIt(), version: '1.2.3', names: ['ringup'] })
    expect((await get('/health', 'ringup:8788')).status).toBe(200)
  })

  test('for the wire gets it as OpenAPI, at the path of the settings', async () => {
    admin = createAdmin({ count: () => countIt(), version: '1.2.3', path: '/events' })
    const { status, text } = await get('/openapi.json', 'localhost:8788')
    expect([status, JSON.parse(text).servers[0].url]).toEqual([200, '/events'])
  })

  test('often has the events counted once a second', async () => {
    let counted = 0
    countIt = async () => {
      counted += 1
      return counts
    }
    const ask = () => admin.handle(new Request('http://localhost/health'))
    for (let time = 0; time < 10; time += 1) await ask()
    expect(counted).toBe(1)
    nowMs += 1_000
    await ask()
    expect(counted).toBe(2)
  })
})

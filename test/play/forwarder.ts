/**
 * Plays a story on the forwarder, with the real queue on SQLite, a fake API and a fake clock. Its result names the
 * events that were sent in the step, with the time since its start.
 *
 *   api 503 by=eve              the API's answers from now on, to all or to one customer: a status, `503:html`, `404:text`,
 *                               `429+7s` (Retry-After), `hangs`, `lost`, `slow`; several in turn, and the last one stays
 *   order 1 by=eve net=home -> 1     an order arrives; sign-up, test
 *   +1m -> 1@2s 1@6s            time passes; `clock +2d` only sets the clock
 *
 * Each wait has its longest time. VERBS has all verbs.
 */
import { vi } from 'vitest'
import type { ApiAnswer, ApiRequest } from '../../src/proxy/forward/api.js'
import { createForwarder, type Forwarder } from '../../src/proxy/forward/scheduler.js'
import type { IncomingEvent } from '../../src/proxy/queue/index.js'
import { openQueue } from '../../src/proxy/queue/open.js'
import { createSeal } from '../../src/proxy/seal.js'
import type { Settings } from '../../src/proxy/settings.js'
import { toUsualBounds } from '../support/bounds.js'
import { playAll, toMs, toTime, type Verbs, type Words } from './story.js'

const START_MS = 1_800_000_000_000
const HOUR_MS = 3_600_000
const FAILS = ['claim', 'settle', 'wake'] as const
const BODIES: Record<string, Partial<ApiAnswer>> = {
  html: { contentType: 'text/html; charset=utf-8', text: '<!doctype html>' },
  text: { contentType: 'text/plain', text: 'not found' },
}

const toEmail = (by: string) => (by.includes('@') ? by : `${by}@example.com`)

/** @returns the story with the result that each step really had */
export async function playOnForwarder(story: string[]): Promise<string[]> {
  vi.useFakeTimers({ now: START_MS })
  const random = vi.spyOn(Math, 'random').mockReturnValue(1)
  const ids = new Map<string, string>()
  const sent: { id: string; atMs: number; request: ApiRequest }[] = []
  const open = new Set<string>()
  const logged: string[] = []
  const answers = new Map<string, string[]>([['all', ['200']]])
  const failing = new Map<string, number>()
  const queue = await openQueue({
    database: ':memory:',
    seal: createSeal([Buffer.alloc(32)]),
    most: toUsualBounds(),
    log: () => {},
    defer: (run) => {
      queueMicrotask(run)
      return () => {}
    },
  })
  await queue.sweep()

  /* The API */

  async function callApi(request: ApiRequest): Promise<ApiAnswer> {
    const id = request.headers['idempotency-key'] ?? ''
    sent.push({ id, atMs: performance.now(), request })
    open.add(id)
    const by = customers.get(id) ?? ''
    const own = answers.get(by) ?? answers.get('all') ?? []
    const [, word, retryAfter, body] =
      /^(\w+)(?:\+(\w+))?(?::(\w+))?$/.exec((own.length > 1 ? own.shift() : own[0]) ?? '') ?? []
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    if (word === 'hangs') await wait(10_000)
    if (word === 'slow') await wait(3_000)
    open.delete(id)
    if (word === 'hangs' || word === 'lost') throw new Error('no answer')
    return {
      status: word === 'slow' ? 200 : Number(word),
      contentType: 'application/json',
      text: '{"detail":"x"}',
      ...BODIES[body ?? ''],
      retryAfter: retryAfter && String(toMs(retryAfter) / 1_000),
    }
  }
  const customers = new Map<string, string>()

  /* The forwarder */

  const lists = new Map([
    ['newsletter', { id: 'a/b', fields: '*' }],
    ['other', { id: '43', fields: '*' }],
  ])
  const settings = { apiUrl: 'https://api.example/v1', apiAuthorization: 'Token x', lists } as Settings
  async function orFail<Result>(name: (typeof FAILS)[number], call: () => Promise<Result>): Promise<Result> {
    const times = failing.get(name) ?? 0
    if (times === 0) return call()
    failing.set(name, times - 1)
    throw new Error('the disk is full')
  }
  function start(pollMs = HOUR_MS): Forwarder {
    const started = createForwarder({
      settings,
      callApi,
      pollMs,
      log: ({ event, reason }) => void logged.push([event, reason].filter(Boolean).join(' ')),
      queue: {
        claim: (...args) => orFail('claim', () => queue.claim(...args)),
        settle: (...args) => orFail('settle', () => queue.settle(...args)),
        wake: (...args) => orFail('wake', () => queue.wake(...args)),
      },
    })
    started.wake()
    return started
  }
  let forwarder = start()

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  /** Lets time pass, and tells the events that were sent. */
  async function tell(ms = 0) {
    const [from, fromMs] = [sent.length, performance.now()]
    await pass(ms)
    const toText = ({ id, atMs }: (typeof sent)[number]) => {
      const name = toName(id)
      return atMs > fromMs ? `${name}@${toTime(atMs - fromMs)}` : name
    }
    return sent.slice(from).map(toText).join(' ')
  }

  const toName = (id: string) => [...ids].find(([, own]) => own === id)?.[0] ?? '?'
  function toId(name: string): string {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`there is no event "${name}".`)
    return id
  }

  async function accept(words: Words, name: string, event: object, usual = 'ada') {
    const id = `00000000-0000-4000-8000-${String(ids.size).padStart(12, '0')}`
    const by = words.get('by') ?? usual
    ids.set(words.get('as') ?? name, id)
    customers.set(id, by)
    const { body, ...more } = { body: {}, ...event }
    const network = words.get('net')
    await queue.accept({
      ...{ id, ageMs: words.getMs('age') ?? 0, signed: words.has('signed') },
      ...(network !== undefined && { network }),
      ...more,
      body: { email: toEmail(by), ...body },
    } as IncomingEvent) // one of its kinds
    forwarder.wake()
    return tell()
  }
  const order = (order_number: string) => ({ kind: 'convert', body: { cart_data: { order_number } } })

  const VERBS: Verbs = {
    api: (words) => {
      const by = words.get('by') ?? 'all'
      const given = words.rest()
      const wrong = given.find((word) => !/^(\d{3}|hangs|lost|slow)(\+\d+s)?(:html|:text)?$/.test(word))
      if (wrong !== undefined) throw new Error(`the API has no answer "${wrong}".`)
      answers.set(by, given)
    },
    order: (words) => {
      const number = words.must()
      return accept(words, number, order(number))
    },
    'sign-up': (words) => accept(words, 'sign-up', { kind: 'addToList', list: words.get('on') ?? 'newsletter' }),
    /** A test order. */
    test: (words) => accept(words, 'test', order('test-1'), 'test@ringup.invalid'),
    pass: (words) => tell(toMs(words.must())),
    clock: (words) => void vi.setSystemTime(Date.now() + toMs(words.must())),
    chance: (words) => void random.mockReturnValue(Number(words.must())),

    away: () => forwarder.away() ?? 'no',
    /** The events whose requests the API has not answered. */
    open: () => [...open].map(toName).join(' '),
    rows: async () => {
      const states = ['waiting', 'delivered', 'dead'] as const
      const rows = (await Promise.all(states.map((state) => queue.page({ state }, 999)))).flatMap(
        ({ events }) => events,
      )
      const places = [...ids.values()]
      rows.sort((a, b) => places.indexOf(a.id) - places.indexOf(b.id))
      return rows.map(({ id, state, reason }) => [toName(id), state, reason].filter(Boolean).join(' ')).join(', ')
    },
    answer: async (words) => (await queue.read(toId(words.must())))?.answer ?? 'none',
    /** The path and the body of the latest request for this event. */
    request: (words) => {
      const id = toId(words.must())
      const { url, headers, body } = sent.findLast((each) => each.id === id)?.request ?? {
        url: '',
        headers: {},
        body: '',
      }
      return [url.replace('https://api.example/v1', ''), headers.authorization, body].join(' ')
    },
    log: () => logged.splice(0).join(', '),
    replay: async (words) => {
      await queue.replay({ id: toId(words.must()) })
      return tell()
    },
    drop: async (words) => {
      await queue.drop({ id: toId(words.must()) })
      return tell()
    },
    /** The next calls of this method fail. */
    fails: (words) => void failing.set(words.must(), Number(words.next() ?? 1)),
    stop: async () => {
      const stopped = forwarder.stop()
      const text = await tell(10_000)
      await stopped
      return text
    },
    /** A new process on the same database. `poll` is the time between two looks into it. */
    restart: async (words) => {
      await Promise.all([forwarder.stop(), pass(10_000)])
      forwarder = start(words.getMs('poll'))
      return tell()
    },
  }

  await pass(0)
  try {
    return await playAll(story, VERBS)
  } finally {
    await Promise.all([forwarder.stop(), pass(60_000)])
    await queue.close()
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
}

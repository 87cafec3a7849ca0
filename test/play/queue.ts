/**
 * Plays a story on the ledger.
 *
 *   order 1 signed -> new       words: by=eve net=home value=100 items=A,B age=3d id=1 name=#7 as=page; webhook, server
 *   cart value=100 -> new       an order without a number
 *   sign-up on=other city=Rome  a sign-up; report 1: a refused report
 *   claim 2 -> 1 2              the events that are sent next; `1:expired` cannot be sent
 *   retry 1 busy in=1m          writes an outcome: deliver, retry, die; claims the event first if necessary
 *   +180d-1ms                   time passes; `clock +2d` only sets the clock
 *   proxy b                     the next steps happen in another proxy on the database
 *
 * An event is named by its number or by `as=`. `again 1` sends it again, `anew 1` with a new id. VERBS has all verbs.
 */
import { randomUUID } from 'node:crypto'
import type { Entry, IncomingEvent, OpenQueue, Outcome, Reason, RefusedReason } from '../../src/proxy/queue/index.js'
import type { Bounds } from '../../src/proxy/queue/types.js'
import type { TestDatabase } from '../support/engines/test-database.js'
import { playAll, toMs, toTally, toTime, type Verbs, type Words } from './story.js'

const START_MS = 1_800_000_000_000
const STATES = ['waiting', 'delivered', 'dead', 'refused'] as const
const KEYS: Record<string, Buffer> = { first: Buffer.alloc(32, 1), other: Buffer.alloc(32, 2) }
const LIMITS: Record<string, keyof Bounds> = {
  waiting: 'queueEvents',
  bytes: 'queueBytes',
  dead: 'deadLetters',
  deadBytes: 'deadLetterBytes',
  delivered: 'delivered',
}
const toEmail = (by = 'ada') => (by.includes('@') ? by : `${by}@example.com`)

/** @returns the story with the result that each step really had */
export async function playOnQueue(database: TestDatabase, story: string[]): Promise<string[]> {
  const ids = new Map<string, string>()
  const events = new Map<string, IncomingEvent>()
  const proxies = new Map<string, { queue: OpenQueue; claimed: Set<string> }>()
  const logged: string[] = []
  let [nowMs, steadyMs] = [START_MS, 0]
  let keys = ['first']
  let most: Partial<Bounds> = {}
  let permit: (() => Promise<void>) | undefined
  let [queue, claimed] = [undefined as unknown as OpenQueue, new Set<string>()] // `open` sets the queue
  let nextInMs: number | undefined

  async function open(name = 'a') {
    queue = await database.openQueue({
      keys: keys.flatMap((key) => KEYS[key] ?? []),
      now: () => nowMs,
      monotonic: () => steadyMs,
      most,
      log: ({ event, reason, count }) => void logged.push([event, reason, count].filter(Boolean).join(' ')),
      defer: (run) => {
        queueMicrotask(run)
        return () => {}
      },
    })
    await queue.sweep() // the proxy does this at its start, so the queue knows both clocks
    claimed = new Set()
    proxies.set(name, { queue, claimed })
  }

  function toId(name: string): string {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`there is no event "${name}".`)
    return id
  }
  const toName = (id: string) => [...ids].find(([, own]) => own === id)?.[0] ?? '?'
  const toNames = (all: { id: string; unfit?: string }[]) =>
    all.map(({ id, unfit }) => toName(id) + (unfit ? `:${unfit}` : '')).join(' ')

  /* Arrivals */

  /** @returns the event's id and its name in the story */
  function identify(words: Words, usual: string) {
    const other = words.get('id')
    const id = other === undefined ? randomUUID() : toId(other)
    const name = words.get('as') ?? usual
    ids.set(name, id)
    return { id, name }
  }

  const readCommon = (words: Words) => {
    const network = words.get('net')
    return { ageMs: words.getMs('age') ?? 0, ...(network !== undefined && { network }) }
  }

  function accept(name: string, event: IncomingEvent): Promise<string> {
    events.set(name, event)
    return queue.accept(event).catch((error: Error) => (error.name === 'QueueFullError' ? 'full' : 'failed'))
  }

  function order(words: Words, number: string | undefined, from?: IncomingEvent['from']) {
    const [value, items, name, size] = ['value', 'items', 'name', 'size'].map((each) => words.get(each))
    const cart_data = {
      ...(number !== undefined && { order_number: number }),
      ...(value !== undefined && { cart_value: Number(value) }),
      ...(size !== undefined && { note: 'x'.repeat(Number(size)) }),
    }
    const { id, name: own } = identify(words, number ?? 'cart')
    return accept(own, {
      id,
      kind: 'convert',
      signed: words.has('signed') || from !== undefined,
      ...readCommon(words),
      ...(name !== undefined && { name }),
      ...(from !== undefined && { from }),
      body: {
        email: toEmail(words.get('by')),
        cart_data,
        ...(items !== undefined && { cart_items: items.split(',').map((product_id) => ({ product_id })) }),
      },
    } as IncomingEvent) // the body of an order
  }

  function signUp(words: Words) {
    const fields = ['city', 'first_name'].map((name) => [name, words.get(name)]).filter(([, value]) => value)
    const body = { email: toEmail(words.get('by')), ...Object.fromEntries(fields) }
    const { id, name } = identify(words, 'sign-up')
    const list = words.get('on') ?? 'newsletter'
    return accept(name, { id, kind: 'addToList', list, signed: words.has('signed'), ...readCommon(words), body })
  }

  async function report(words: Words) {
    const number = words.next()
    const reason = (words.get('reason') ?? 'no_email') as RefusedReason
    const { id } = identify(words, `report ${number ?? ''}`.trim())
    await queue.refuse({ id, kind: 'convert', reason, ...readCommon(words), ...(number !== undefined && { number }) })
  }

  function repeat(name: string, more: object = {}) {
    const event = events.get(name)
    if (!event) throw new Error(`there is no event "${name}".`)
    return accept(name, { ...event, ...more })
  }

  /* Sending */

  async function claim(wanted: number, options = {}) {
    const batch = await queue.claim(wanted, options)
    for (const { id } of batch.events) claimed.add(id)
    nextInMs = batch.nextInMs
    return batch.events
  }

  /** Claims an event, and no other. */
  async function claimOne(name: string) {
    const all = await claim(999)
    const others = all.filter(({ id }) => id !== toId(name)).map(({ id }) => id)
    await release(others)
    const one = all.find(({ id }) => id === toId(name))
    if (!one) throw new Error(`"${name}" cannot be sent now.`)
    return one
  }

  async function release(released: string[]) {
    for (const id of released) if (!claimed.delete(id)) throw new Error(`"${toName(id)}" is not being sent.`)
    await queue.release(released)
  }

  async function settle(name: string, outcome: Outcome) {
    if (!claimed.has(toId(name))) await claimOne(name)
    await queue.settle(toId(name), outcome)
    claimed.delete(toId(name))
  }

  const readStatus = (words: Words) => {
    const status = words.get('status')
    return { ...(status !== undefined && { status: Number(status) }) }
  }

  /* The operator */

  async function readRows(): Promise<Entry[]> {
    const pages = await Promise.all(STATES.map((state) => queue.page({ state }, 999)))
    const places = [...ids.values()]
    const toPlace = ({ id }: Entry) => (places.includes(id) ? places.indexOf(id) : places.length)
    return pages.flatMap((page) => page.events).sort((a, b) => toPlace(a) - toPlace(b))
  }
  const toState = ({ state, reason }: Entry) => [state, reason].filter(Boolean).join(' ')

  async function readPages(words: Words) {
    const [state, reason, order, by] = ['state', 'reason', 'order', 'by'].map((name) => words.get(name))
    const filter = { state, reason, order, email: by && toEmail(by) } as Parameters<OpenQueue['page']>[0]
    const pages: string[] = []
    let after: Awaited<ReturnType<OpenQueue['page']>>['next']
    const wanted = Number(words.get('most') ?? 99)
    do {
      const page = await queue.page(filter, wanted, after)
      if (page.events.length > 0) pages.push(toNames(page.events))
      after = page.next
    } while (after)
    return pages.join(' | ')
  }

  const readWhich = (words: Words) => {
    const reason = words.get('reason') as Reason | undefined
    return reason === undefined ? { id: toId(words.must()) } : { reason }
  }

  const VERBS: Verbs = {
    order: (words) => order(words, words.must()),
    webhook: (words) => order(words, words.must(), 'webhook'),
    server: (words) => order(words, words.must(), 'server'),
    cart: (words) => order(words, undefined),
    'sign-up': signUp,
    report,
    again: (words) => repeat(words.must(), words.has('signed') ? { signed: true } : {}),
    anew: (words) => {
      const name = words.must()
      const id = randomUUID()
      ids.set(`${name}*`, id)
      return repeat(name, { id })
    },

    claim: async (words) => {
      const others = words.get('others')
      const options = {
        ...(others && { others: Number(others) }),
        ...(words.has('away') && { away: words.has('calm') ? 'calm' : 'any' }),
      }
      return toNames(await claim(Number(words.next() ?? 9), options))
    },
    next: () => (nextInMs === undefined ? 'never' : toTime(nextInMs)),
    release: (words) => release(words.rest().map(toId)),
    deliver: (words) => settle(words.must(), { as: 'delivered', ...readStatus(words) }),
    retry: (words) => {
      const [name, reason, waitMs] = [words.must(), words.must() as Reason, words.getMs('in') ?? 0]
      return settle(name, { as: 'retry', reason, waitMs, isRefusal: words.has('refusal'), ...readStatus(words) })
    },
    die: (words) => {
      const [name, reason, answer] = [words.must(), (words.next() ?? 'refused') as Reason, words.get('answer')]
      return settle(name, { as: 'dead', reason, ...readStatus(words), ...(answer !== undefined && { answer }) })
    },
    wake: (words) => queue.wake(words.rest() as Reason[]),
    sweep: () => queue.sweep(),
    /** Shows the facts of the event as the forwarder gets them. */
    event: async (words) => {
      const name = words.must()
      const event = await claimOne(name)
      await release([toId(name)])
      if ('unfit' in event) return event.unfit
      const { order_number } = JSON.parse(event.text).cart_data ?? {}
      const facts = [order_number, `${event.attempts} tries`, `${event.refusals} refusals`]
      return [...facts, ...(event.isCalm ? ['calm'] : []), `age ${toTime(event.ageMs)}`].filter(Boolean).join(', ')
    },

    rows: async () => (await readRows()).map((row) => `${toName(row.id)} ${toState(row)}`).join(', '),
    tally: async () => toTally((await readRows()).map(toState)),
    page: readPages,
    find: async (words) => {
      const [order, by] = [words.must(), words.get('by')]
      const traces = await queue.find({ order, ...(by && { email: toEmail(by) }) })
      const toMore = (more: (typeof traces)[number]) =>
        `${more.isOfAnother ? ' other' : ''}${more.reports ? ` x${more.reports}` : ''}`
      return traces
        .map((each) => `${each.reports ? 'report' : toName(each.id)} ${toState(each)}${toMore(each)}`)
        .join(', ')
    },
    timeline: async (words) =>
      (await queue.timeline(toId(words.must())))
        .map(({ atMs, what, status }) => [toTime(atMs - START_MS), what, status].filter(Boolean).join(' '))
        .join(', '),
    orders: async (words) => {
      const isBoth = words.rest().join(' ') === 'both'
      const { orders } = await queue.count()
      const some = orders.filter(({ byPage, byWebhook }) => !isBoth || (byPage && byWebhook))
      return some.reduce((sum, { today, before }) => sum + today + before, 0)
    },
    dropped: async () => (await queue.count()).droppedDead,
    replay: (words) => queue.replay(readWhich(words)),
    drop: (words) => queue.drop(readWhich(words)),
    send: (words) => queue.send(toId(words.must())),
    erase: async (words) => {
      const { events: rows, records } = await queue.erase(toEmail(words.must()))
      return `${rows} events, ${records} records`
    },
    log: () => logged.splice(0).join(', '),
    note: async (words) => {
      const [name, text] = [words.must(), words.next()]
      return text === undefined ? queue.readNote(name) : queue.writeNote(name, text)
    },

    pass: (words) => {
      const ms = toMs(words.must())
      nowMs += ms
      steadyMs += ms
    },
    clock: (words) => {
      nowMs += toMs(words.must())
    },
    restart: async (words) => {
      for (const each of proxies.values()) await each.queue.close()
      proxies.clear()
      keys = words.get('keys')?.split(',') ?? keys
      await open()
    },
    limits: async (words) => {
      if (events.size > 0) throw new Error('limits are set before the first event.')
      for (const [name, bound] of Object.entries(LIMITS)) {
        const value = words.get(name)
        if (value !== undefined) most = { ...most, [bound]: Number(value) }
      }
      await queue.close()
      await open()
    },
    proxy: async (words) => {
      const name = words.must()
      const known = proxies.get(name)
      if (known) ({ queue, claimed } = known)
      else await open(name)
    },
    /** The database refuses new rows: all, or sign-ups. */
    refuse: async (words) => {
      permit = await database.refuse(words.must() === 'all' ? 'true' : "list <> ''")
    },
    permit: async () => permit?.(),
    /** The words that the raw database contains. */
    sees: async (words) => {
      const content = await database.dump()
      return (
        words
          .rest()
          .filter((word) => content.includes(word))
          .join(' ') || 'none'
      )
    },
  }

  await open()
  try {
    return await playAll(story, VERBS)
  } finally {
    for (const each of proxies.values()) await each.queue.close().catch(() => {})
    await database.remove()
  }
}

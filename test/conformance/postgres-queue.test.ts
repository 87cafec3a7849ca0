/** Promise: the queue works with several proxies on one Postgres, leases that expire, and a server that ends and comes back. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inspect } from '../../src/proxy/operate/commands/check/postgres.js'
import type { Disposition, IncomingEvent, Queue } from '../../src/proxy/queue/index.js'
import { openQueue, openQueueAdmin } from '../../src/proxy/queue/open.js'
import type { Bounds, Shop } from '../../src/proxy/queue/types.js'
import { createSeal } from '../../src/proxy/seal.js'
import { toUsualBounds } from '../support/bounds.js'
import { ask, PASSWORD, type Postgres, startPooler, startPostgres } from '../support/postgres.js'
import { isInstalled } from '../support/programs.mjs'
import { nameUnknownHost } from '../support/resolver.js'

const START_MS = 1_800_000_000_000
const seal = createSeal([Buffer.alloc(32, 1)])
const ada = 'ada@example.com'

const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

describe.skipIf(!isInstalled('postgres'))('the queue in Postgres', () => {
  let server: Postgres
  let url: string
  let opened: Queue[]
  let nowMs: number
  let remove: () => Promise<void>
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    opened = []
    nowMs = START_MS
    ;({ url, remove } = await server.newDatabase())
  })
  afterEach(async () => {
    await Promise.all(opened.map((queue) => queue.close()))
    await remove()
  })

  async function open({
    most,
    ...more
  }: {
    shop?: Shop
    leaseMs?: number
    most?: Partial<Bounds>
    schema?: string
    monotonic?: () => number
  } = {}): Promise<Queue> {
    const queue = await openQueue({
      database: url,
      seal,
      most: toUsualBounds(most),
      log: () => {},
      now: () => nowMs,
      ...more,
    })
    opened.push(queue)
    return queue
  }

  function order(
    number: string,
    email = ada,
    more: Partial<Pick<IncomingEvent, 'id' | 'signed' | 'ageMs'>> = {},
  ): IncomingEvent {
    const times = { ageMs: 0 }
    const body = { email, cart_data: { order_number: number } }
    return { id: randomUUID(), kind: 'convert', signed: true, ...times, body, ...more }
  }

  function signUp(email: string): IncomingEvent {
    const times = { ageMs: 0 }
    return { id: randomUUID(), kind: 'addToList', list: 'newsletter', signed: true, ...times, body: { email } }
  }

  const claimIds = async (queue: Queue, most = 9) => (await queue.claim(most)).events.map(({ id }) => id)
  const delivered: Disposition = { as: 'delivered' }
  const refused: Disposition = { as: 'dead', reason: 'refused' }

  /** Begins a transaction of another client and leaves it open. Our transactions must not block it. */
  async function begin(sql: string): Promise<pg.Client> {
    const other = new pg.Client({ connectionString: url, options: '-c search_path=ringup -c deadlock_timeout=1ms' })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('BEGIN')
    await other.query(sql)
    return other
  }

  const untilWaiting = (transactions: number) => expect.poll(() => ask(url, WAITING)).toHaveLength(transactions)

  /** Lets proxies accept and deliver events of some customers, and checks the claims. */
  async function checkTurns(queues: Queue[]) {
    const events = Array.from({ length: 120 }, (_, number) => order(`${number}`, `${number % 15}@example.com`))
    for (const [number, event] of events.entries()) await queues[number % 3]?.accept(event)
    const inFlight = new Set<string>()
    const sent: string[] = []
    const wrong: string[] = []
    const forward = async (queue: Queue) => {
      while (sent.length < events.length) {
        for (const { id, customer } of (await queue.claim(4)).events) {
          if (inFlight.has(customer)) wrong.push(id)
          inFlight.add(customer)
          sent.push(id)
          await setImmediate()
          inFlight.delete(customer)
          await queue.ack(id, delivered)
        }
      }
    }
    await Promise.all(queues.map(forward))
    const toNumbers = (ids: string[]) => ids.map((id) => events.findIndex((event) => event.id === id))
    const byCustomer = Array.from({ length: 15 }, (_, customer) => toNumbers(sent).filter((n) => n % 15 === customer))
    expect([wrong, sent.length, new Set(sent).size]).toEqual([[], 120, 120])
    expect(byCustomer.filter((numbers) => numbers.some((n, place) => n < (numbers[place - 1] ?? 0)))).toEqual([])
  }

  describe('of several proxies', () => {
    test('no two claim an event twice or two of one customer, and all are sent in order', async () => {
      await checkTurns([await open(), await open(), await open()])
    })

    test.skipIf(!isInstalled('pgbouncer'))(
      'this also holds behind a pooler that lends connections by the transaction',
      async () => {
        const pooler = await startPooler(server)
        onTestFinished(pooler.stop)
        url = url.replace(/:\d+\//, `:${pooler.port}/`)
        await checkTurns([await open(), await open(), await open()])
      },
    )

    test('each knows a second later what the others have accepted', async () => {
      let steadyMs = 0
      const monotonic = () => (steadyMs += 1_001)
      const [one, other] = [await open(), await open({ most: { queueEvents: 1 }, monotonic })]
      await one.accept(order('A-1'))
      expect(await (await open()).accept(order('A-1'))).toBe('duplicate')
      await expect(other.accept(order('A-2'))).rejects.toThrow('the queue is full')
    })

    test('each counts all dead letters, also one without arrivals', async () => {
      const most = { deadLetters: 2 }
      const one = await open({ most })
      for (let number = 0; number < 6; number += 1) await one.accept(order('A-1', `${number}@example.com`))
      for (const queue of [one, await open({ most }), await open({ most })]) {
        for (const id of await claimIds(queue, 2)) await queue.ack(id, refused)
      }
      expect(await one.count()).toMatchObject({ waiting: 0, dead: 2, droppedDead: 4 })
    })

    test('two proxies never probe an unknown list with the same sign-up', async () => {
      const [one, other] = [await open(), await open()]
      for (const email of [ada, 'bob@example.com', 'eve@example.com']) await one.accept(signUp(email))
      for (const id of await claimIds(one)) await one.ack(id, { as: 'list_unknown' })
      const probe = { notOf: [], list: 'newsletter' }
      const asked = await Promise.all([one.claim(1, probe), other.claim(1, probe)])
      const ids = asked.flatMap(({ events }) => events.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    })

    test('counts are exact over all proxies', async () => {
      const queues = [await open(), await open()]
      await Promise.all(Array.from({ length: 60 }, (_, n) => queues[n % 2]?.accept(order('A-1', `${n}@example.com`))))
      for (const queue of queues) for (const id of await claimIds(queue, 20)) await queue.ack(id, delivered)
      expect(await queues[0]?.count()).toMatchObject({ waiting: 20, dead: 0 })
      const again = await open()
      expect(await again.count()).toMatchObject({ waiting: 20, dead: 0 })
    })

    test('a signed event replaces the unsigned one that arrives at the same moment', async () => {
      const queues = [await open(), await open()]
      const ids = Array.from({ length: 20 }, () => randomUUID())
      const accepted = ids.flatMap((id) =>
        queues.map((queue, place) => queue.accept(order(id, `${id}@example.com`, { id, signed: place === 0 }))),
      )
      await Promise.all(accepted)
      expect((await claimIds(queues[0] ?? (await open()), 99)).sort()).toEqual(ids.sort())
    })

    test('proxies that start together make one schema', async () => {
      const queues = await Promise.all([open(), open(), open()])
      await queues[0]?.accept(order('A-1'))
      expect(await Promise.all(queues.map((queue) => queue.accept(order('A-1'))))).toEqual([
        'duplicate',
        'duplicate',
        'duplicate',
      ])
    })
  })

  describe('a lease', () => {
    test('that has expired lets another proxy claim the event', async () => {
      const [frozen, other] = [await open({ leaseMs: 0 }), await open()]
      const event = order('A-1')
      await frozen.accept(event)
      expect([await claimIds(frozen), await claimIds(other), await claimIds(other)]).toEqual([
        [event.id],
        [event.id],
        [],
      ])
    })

    test.each(['deliver', 'retry', 'deadLetter'] as const)(
      'that another proxy has now is not ended by the first one (%s)',
      async (name) => {
        const [frozen, other] = [await open({ leaseMs: 0 }), await open()]
        const [first, second] = [order('A-1'), order('A-2')]
        for (const event of [first, second]) await frozen.accept(event)
        for (const queue of [frozen, other]) await claimIds(queue)
        const { id } = first
        await {
          deliver: () => frozen.ack(id, delivered),
          retry: () => frozen.ack(id, { as: 'retry', reason: 'busy', waitMs: 0 }),
          deadLetter: () => frozen.ack(id, refused),
        }[name]()
        expect([await claimIds(frozen), await other.count()]).toMatchObject([[], { waiting: 2, dead: 0 }])
        await other.ack(id, delivered)
        expect(await claimIds(other)).toEqual([second.id])
      },
    )

    test('that has expired still counts if no other proxy has claimed the event', async () => {
      const queue = await open({ leaseMs: 0 })
      const event = order('A-1')
      await queue.accept(event)
      await claimIds(queue)
      await queue.ack(event.id, delivered)
      expect(await queue.count()).toMatchObject({ waiting: 0 })
    })

    test('that has expired does not let its own proxy claim that event or the next one', async () => {
      const queue = await open({ leaseMs: 0 })
      const events = [order('A-1'), order('A-2')]
      for (const event of events) await queue.accept(event)
      const [first = ''] = await claimIds(queue)
      expect([await claimIds(queue), await queue.nextInMs()]).toEqual([[], undefined])
      await queue.ack(first, delivered)
      const [second = ''] = await claimIds(queue)
      expect([first, second]).toEqual(events.map(({ id }) => id))
      await queue.ack(second, { as: 'retry', reason: 'busy', waitMs: 0 })
      expect([await claimIds(queue), await claimIds(queue), await queue.nextInMs()]).toEqual([[second], [], undefined])
    })

    test('is not used if the claim took half of it because its proxy was stopped', async () => {
      let monotonicMs = 0
      const monotonic = () => (monotonicMs += 31_000)
      const [stopped, other] = [await open({ monotonic }), await open()]
      const event = order('A-1')
      await stopped.accept(event)
      expect([await claimIds(stopped), await claimIds(other)]).toEqual([[], [event.id]])
    })

    test('ends when its proxy stops', async () => {
      const [stopping, other] = [await open(), await open()]
      const event = order('A-1')
      await stopping.accept(event)
      await claimIds(stopping)
      await stopping.close()
      expect(await claimIds(other)).toEqual([event.id])
    })
  })

  test('two shops may share a database, each in a schema of its own', async () => {
    const [one, other] = [await open(), await open({ schema: 'other_shop' })]
    onTestFinished(async () => void (await ask(url, 'DROP SCHEMA other_shop CASCADE')))
    await one.accept(order('A-1'))
    expect([await claimIds(other), await other.accept(order('A-1'))]).toEqual([[], 'new'])
  })

  describe('two shops that share a schema by mistake', () => {
    const toShop = (name: string): Shop => ({
      apiUrl: `https://${name}.example/api`,
      origins: [`https://${name}.example`],
    })
    const ANOTHER = 'it belongs to another shop'
    const openBoth = async () => [await open({ shop: toShop('a') }), await open({ shop: toShop('b') })] as const

    test('are refused at the start of the second, also if no event waits', async () => {
      const first = await open({ shop: toShop('a') })
      const event = order('A-1')
      await first.accept(event)
      await claimIds(first)
      await first.ack(event.id, delivered)
      await expect(open({ shop: toShop('b') })).rejects.toThrow(ANOTHER)
    })

    test('are refused if they started together: no order reaches the other’s API', async () => {
      const [first, second] = await openBoth()
      await first.accept(order('A-1'))
      await expect(second.claim(9)).rejects.toThrow(ANOTHER)
      await expect(second.accept(order('B-1', 'bob@example.com'))).rejects.toThrow(ANOTHER)
      expect(await claimIds(first)).toHaveLength(1)
    })

    test('are refused if the first orders of both arrive at the same moment', async () => {
      const answers = await Promise.allSettled(
        (await openBoth()).map((queue, place) => queue.accept(order(`${place}`, `${place}@example.com`))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    test('stop after the operator has adopted the database for the other shop', async () => {
      const queue = await open({ shop: toShop('a') })
      await queue.accept(order('A-1'))
      const admin = await openQueueAdmin({ database: url, seal })
      onTestFinished(admin.close)
      await admin.adopt(toShop('b'))
      await expect(queue.claim(9)).rejects.toThrow(ANOTHER)
    })
  })

  describe('the operator', () => {
    const lockEvents = () => begin('SELECT FROM events FOR UPDATE')

    test('who replays an expiring dead letter does not have it sent twice', async () => {
      const queue = await open()
      const [dead, next] = [order('A-1'), order('A-2')]
      for (const event of [dead, next]) await queue.accept(event)
      await claimIds(queue, 1)
      await queue.ack(dead.id, refused)
      const admin = await openQueueAdmin({ database: url, seal })
      onTestFinished(admin.close)
      const other = await lockEvents()
      const replayed = admin.replay({ id: dead.id })
      await untilWaiting(1)
      nowMs += 15 * 86_400_000
      const swept = queue.sweep()
      await untilWaiting(2)
      await other.query('COMMIT')
      await Promise.all([replayed, swept])
      expect([(await queue.count()).waiting, await queue.accept(order('A-1'))]).toEqual([2, 'duplicate'])
    })

    test('who erases a customer while an order arrives leaves no event without its key', async () => {
      const queue = await open()
      await queue.accept(order('A-1'))
      const admin = await openQueueAdmin({ database: url, seal })
      onTestFinished(admin.close)
      const other = await lockEvents()
      const erased = admin.erase(ada)
      await untilWaiting(1)
      const accepted = queue.accept(order('A-2'))
      await untilWaiting(2)
      await other.query('COMMIT')
      await Promise.all([erased, accepted])
      const { waiting } = await queue.count()
      expect(await queue.accept(order('A-2'))).toBe(['new', 'duplicate'][waiting])
    })

    test('who drops an event does not drop the signed one that replaces it', async () => {
      const queue = await open()
      const event = order('A-1', ada, { signed: false })
      for (const unsigned of [event, order('A-2', ada, { signed: false })]) await queue.accept(unsigned)
      const admin = await openQueueAdmin({ database: url, seal })
      onTestFinished(admin.close)
      const other = await lockEvents()
      const accepted = queue.accept({ ...event, signed: true })
      await untilWaiting(1)
      const dropped = admin.drop({ id: event.id })
      await untilWaiting(2)
      await other.query('COMMIT')
      expect([await accepted, await dropped]).toEqual(['new', 0])
      expect(await admin.read(event.id)).toMatchObject({ state: 'waiting' })
    })
  })

  test('a commit waits for the disk, also if the server is set not to wait', async () => {
    const queue = await open()
    await ask(
      url,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off;
       CREATE FUNCTION check_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF current_setting('synchronous_commit') = 'off' THEN RAISE EXCEPTION 'not durable'; END IF; RETURN NEW;
       END $$;
       CREATE TRIGGER check_commit BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION check_commit()`,
    )
    await queue.close()
    const reopened = await open()
    expect(await reopened.accept(order('A-1'))).toBe('new')
    await expect(ask(url, 'INSERT INTO events DEFAULT VALUES')).rejects.toThrow('not durable')
  })

  describe('a server', () => {
    const LOST = /^(nothing listens there|the connection was broken off) \(/

    test('that is killed has all accepted events, and the queue recovers by itself', async () => {
      const queue = await open()
      const events = Array.from({ length: 20 }, (_, number) => order(`${number}`, `${number}@example.com`))
      await Promise.all(events.map((event) => queue.accept(event)))
      await server.kill()
      await expect(queue.accept(order('A-1'))).rejects.toThrow(LOST)
      await expect(queue.claim(1)).rejects.toThrow(LOST)
      await expect(queue.count()).rejects.toThrow(LOST)
      await server.start()
      expect(await queue.accept(order('A-1'))).toBe('new')
      expect((await claimIds(queue, 99)).length).toBe(21)
    })
  })

  describe('a standby', () => {
    /** Starts one address for two servers. A connection stays with its server until it is cut. */
    async function startRelay() {
      const sockets = new Set<Socket>()
      const relay = { to: server.port, cut: () => sockets.forEach((socket) => void socket.destroy()), port: 0 }
      const listening = createServer((from) => {
        const to = dial(relay.to, '127.0.0.1')
        from.pipe(to).pipe(from)
        for (const [socket, other] of [
          [from, to],
          [to, from],
        ] as const) {
          sockets.add(socket)
          socket.on('error', () => {}).on('close', () => other.destroy())
        }
      }).listen(0, '127.0.0.1')
      await once(listening, 'listening')
      onTestFinished(() => {
        listening.close()
        relay.cut()
      })
      relay.port = (listening.address() as AddressInfo).port // it listens on TCP
      return relay
    }

    test('that is reached in a failover is left when the address leads to the primary', async () => {
      const standby = await startPostgres({ isStandby: true })
      onTestFinished(standby.remove)
      const relay = await startRelay()
      url = `postgres://postgres:${PASSWORD}@127.0.0.1:${relay.port}/postgres`
      onTestFinished(() =>
        ask(`postgres://postgres:${PASSWORD}@127.0.0.1:${server.port}/postgres`, 'DROP SCHEMA ringup CASCADE').then(
          () => {},
        ),
      )
      const queue = await open()
      relay.to = standby.port
      relay.cut()
      await expect.poll(() => queue.claim(1).catch(String)).toMatch(/it is a standby, .* \(0A000\)$/)
      relay.to = server.port
      expect((await queue.claim(1)).events).toEqual([])
    })
  })

  describe('opening', () => {
    const CANNOT = (place: string, reason: string) => new RegExp(`^The database ${place} cannot be used: ${reason}`)
    const readMessage = (address: string) =>
      openQueue({ database: address, seal, most: toUsualBounds(), log: () => {} }).then(
        (queue) => queue.close().then(() => 'opened'),
        (error: Error) => `${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`,
      )

    test.each<[what: string, toAddress: (url: URL) => void, reason: string]>([
      [
        'another password',
        (address) => (address.password = `${PASSWORD}-2`),
        'it refuses the user or the password \\(28P01\\)',
      ],
      ['no password', (address) => (address.password = ''), 'it refuses the user or the password'],
      [
        'another database',
        (address) => (address.pathname = '/absent'),
        'it has no database with this name \\(3D000\\)',
      ],
      ['a port without a server', (address) => (address.port = '1'), 'nothing listens there \\(ECONNREFUSED\\)'],
      ['an unknown host', (address) => (address.hostname = nameUnknownHost()), 'its name is not known \\(ENOTFOUND\\)'],
      [
        'TLS that the server lacks',
        (address) => address.searchParams.set('sslmode', 'verify-full'),
        'it has no TLS \\(tls\\)',
      ],
      ['a missing certificate', (address) => address.searchParams.set('sslrootcert', '/absent'), 'a file that'],
    ])('with %s is refused in a sentence without the password', async (_what, change, reason) => {
      const address = new URL(url)
      change(address)
      const message = await readMessage(address.href)
      expect(message).toMatch(CANNOT(`[\\w.:]+/\\w+`, reason))
      expect(message).not.toMatch(/pass-w0rd|postgres:/)
    })

    test('of a server that does not answer is refused in a sentence', async () => {
      const silent = createServer().listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const address = new URL(url)
      address.port = String((silent.address() as { port: number }).port) // it listens on TCP
      expect(await readMessage(address.href)).toMatch(CANNOT('[\\w.:]+/\\w+', 'no answer in time \\(timeout\\)'))
      silent.close()
    })

    test('of a newer version is refused in a sentence, and does not change it', async () => {
      await open()
      await ask(url, "UPDATE meta SET value = '9' WHERE name = 'schema'")
      expect(await readMessage(url)).toMatch(
        CANNOT('[\\w.:]+/\\w+', 'it was written by a newer version of Ringup \\(schema 9\\)\\.'),
      )
      expect(await ask(url, "SELECT value FROM meta WHERE name = 'schema'")).toEqual([{ value: '9' }])
    })

    describe('by a user who may not make a schema', () => {
      /** @returns the address with this user */
      async function createUser(more: (name: string) => string): Promise<string> {
        const name = `user_${randomUUID().slice(0, 8)}`
        await ask(url, `CREATE ROLE ${name} LOGIN PASSWORD 'x'; ${more(name)}`)
        return url.replace(/\/\/[^@]*/, `//${name}:x`)
      }

      test('is refused in a sentence, and `check` finds it', async () => {
        const address = await createUser(() => '')
        expect(await inspect(address)).toMatchObject({ isThere: false, mayMake: false })
        expect(await readMessage(address)).toMatch(
          CANNOT('[\\w.:]+/\\w+', 'this user may not do that there \\(42501\\)'),
        )
      })

      test('uses a schema that an administrator has made', async () => {
        const address = await createUser((name) => `CREATE SCHEMA ringup AUTHORIZATION ${name}`)
        expect(await inspect(address)).toMatchObject({ isThere: false, mayMake: true })
        expect(await readMessage(address)).toBe('opened')
      })
    })

    test('by the operator does not make a schema', async () => {
      await expect(openQueueAdmin({ database: url, seal })).rejects.toThrow('no proxy of this version has used it yet.')
      expect(await ask(url, "SELECT 1 FROM pg_namespace WHERE nspname = 'ringup'")).toEqual([])
    })
  })
})

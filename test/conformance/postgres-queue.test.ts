/** Promise: the queue works with several proxies on one Postgres at a time, and with a server that ends and comes back. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inspect } from '../../src/proxy/operate/commands/check/postgres.js'
import type { IncomingEvent, OpenQueue, Outcome, Shop } from '../../src/proxy/queue/index.js'
import { openQueue, openQueueAdmin } from '../../src/proxy/queue/open.js'
import { createSeal } from '../../src/proxy/seal.js'
import { toUsualBounds } from '../support/bounds.js'
import { ask, PASSWORD, type Postgres, startPooler, startPostgres, startRelay } from '../support/postgres.js'
import { isInstalled } from '../support/programs.mjs'
import { nameUnknownHost } from '../support/resolver.js'

const START_MS = 1_800_000_000_000
const seal = createSeal([Buffer.alloc(32, 1)])
const ada = 'ada@example.com'

const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

describe.skipIf(!isInstalled('postgres'))('the queue in Postgres', () => {
  let server: Postgres
  let url: string
  let opened: OpenQueue[]
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

  async function open(more: { shop?: Shop; schema?: string; monotonic?: () => number } = {}): Promise<OpenQueue> {
    const queue = await openQueue({
      database: url,
      seal,
      most: toUsualBounds(),
      log: () => {},
      now: () => nowMs,
      ...more,
    })
    opened.push(queue)
    return queue
  }

  function order(number: string, email = ada): IncomingEvent {
    const body = { email, cart_data: { order_number: number } }
    return { id: randomUUID(), kind: 'convert', signed: true, ageMs: 0, body }
  }

  const claimIds = async (queue: OpenQueue, most = 9) => (await queue.claim(most)).events.map(({ id }) => id)
  const delivered: Outcome = { as: 'delivered' }
  const refused: Outcome = { as: 'dead', reason: 'refused' }

  /** Begins a transaction of another client that locks all events, and leaves it open. */
  async function lockEvents(): Promise<pg.Client> {
    const other = new pg.Client({ connectionString: url, options: '-c search_path=ringup -c deadlock_timeout=1ms' })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('BEGIN')
    await other.query('SELECT FROM events FOR UPDATE')
    return other
  }

  const untilWaiting = (transactions: number) => expect.poll(() => ask(url, WAITING)).toHaveLength(transactions)

  /** Lets proxies accept and deliver events of some customers, and checks the claims. */
  async function checkTurns(queues: OpenQueue[]) {
    const events = Array.from({ length: 120 }, (_, number) => order(`${number}`, `${number % 15}@example.com`))
    for (const [number, event] of events.entries()) await queues[number % 3]?.accept(event)
    const inFlight = new Set<string>()
    const sent: string[] = []
    const wrong: string[] = []
    const forward = async (queue: OpenQueue) => {
      while (sent.length < events.length) {
        for (const { id, customer } of (await queue.claim(4)).events) {
          if (inFlight.has(customer)) wrong.push(id)
          inFlight.add(customer)
          sent.push(id)
          await setImmediate()
          inFlight.delete(customer)
          await queue.settle(id, delivered)
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

  test('a lease is not used if the claim took half of it because its proxy was stopped', async () => {
    let monotonicMs = 0
    const monotonic = () => (monotonicMs += 31_000)
    const [stopped, other] = [await open({ monotonic }), await open()]
    const event = order('A-1')
    await stopped.accept(event)
    expect([await claimIds(stopped), await claimIds(other)]).toEqual([[], [event.id]])
  })

  test('two shops may share a database, each in a schema of its own', async () => {
    const [one, other] = [await open(), await open({ schema: 'other_shop' })]
    onTestFinished(async () => void (await ask(url, 'DROP SCHEMA other_shop CASCADE')))
    await one.accept(order('A-1'))
    expect([await claimIds(other), await other.accept(order('A-1'))]).toEqual([[], 'new'])
  })

  test('two shops that share a schema by mistake are refused if they start together', async () => {
    const start = (name: string) =>
      open({ shop: { apiUrl: `https://${name}.example/api`, origins: [`https://${name}.example`] } })
    const starts = await Promise.allSettled([start('a'), start('b')])
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  describe('the operator', () => {
    test('who replays an expiring dead letter does not have it sent twice', async () => {
      const queue = await open({ monotonic: () => nowMs })
      await queue.sweep() // both clocks are known
      const [dead, next] = [order('A-1'), order('A-2')]
      for (const event of [dead, next]) await queue.accept(event)
      await claimIds(queue, 1)
      await queue.settle(dead.id, refused)
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

  test('a standby that a failover leads to is left when the address leads to the primary', async () => {
    const standby = await startPostgres({ isStandby: true })
    onTestFinished(standby.remove)
    const relay = await startRelay(server.port)
    onTestFinished(relay.stop)
    const toUrl = (port: number) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres` // which the standby has too
    url = toUrl(relay.port)
    onTestFinished(async () => void (await ask(toUrl(server.port), 'DROP SCHEMA ringup CASCADE')))
    const queue = await open()
    relay.serverPort = standby.port
    relay.cut()
    await expect.poll(() => queue.claim(1).catch(String)).toMatch(/it is a standby, .* \(0A000\)$/)
    relay.serverPort = server.port
    expect((await queue.claim(1)).events).toEqual([])
  })

  describe('opening', () => {
    const CANNOT = (reason: string) => new RegExp(`^The database [\\w.:]+/\\w+ cannot be used: ${reason}`)
    const readMessage = (address: string) =>
      openQueue({ database: address, seal, most: toUsualBounds(), log: () => {} }).then(
        (queue) => queue.close().then(() => 'opened'),
        (error: Error) => `${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`,
      )

    test.each<[what: string, toAddress: (url: URL) => void, reason: string]>([
      ['another password', (to) => (to.password = `${PASSWORD}-2`), 'it refuses the user or the password \\(28P01\\)'],
      ['no password', (to) => (to.password = ''), 'it refuses the user or the password'],
      ['another database', (to) => (to.pathname = '/absent'), 'it has no database with this name \\(3D000\\)'],
      ['a port without a server', (to) => (to.port = '1'), 'nothing listens there \\(ECONNREFUSED\\)'],
      ['an unknown host', (to) => (to.hostname = nameUnknownHost()), 'its name is not known \\(ENOTFOUND\\)'],
      ['no TLS', (to) => to.searchParams.set('sslmode', 'verify-full'), 'it has no TLS \\(tls\\)'],
      ['a missing certificate', (to) => to.searchParams.set('sslrootcert', '/absent'), 'a file that'],
    ])('with %s is refused in a sentence without the password', async (_what, change, reason) => {
      const address = new URL(url)
      change(address)
      const message = await readMessage(address.href)
      expect(message).toMatch(CANNOT(reason))
      expect(message).not.toMatch(/pass-w0rd|postgres:/)
    })

    test('of a server that does not answer is refused in a sentence', async () => {
      const silent = createServer().listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const address = new URL(url)
      address.port = String((silent.address() as AddressInfo).port) // it listens on TCP
      expect(await readMessage(address.href)).toMatch(CANNOT('no answer in time \\(timeout\\)'))
      silent.close()
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
        expect(await readMessage(address)).toMatch(CANNOT('this user may not do that there \\(42501\\)'))
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

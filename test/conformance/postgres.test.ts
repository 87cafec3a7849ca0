/** Promise: the proxy and the operator's commands work on a real Postgres that is set up as the guide says. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Postgres, startPostgres, startRelay } from '../support/postgres.js'
import { isInstalled } from '../support/programs.mjs'
import { newOrder, toPassed } from '../support/proxy.js'
import { CLI, type Running, run, untilListening } from '../support/proxy-process.js'
import { readBlock } from '../support/readme.js'
import { send } from '../support/wire.js'

const OWN_PASSWORD = 'own-pass-w0rd'

describe.skipIf(!isInstalled('postgres'))('a proxy on Postgres', () => {
  let postgres: Postgres
  let environment: { RINGUP_API_URL: string; RINGUP_DATABASE: string }
  beforeAll(async () => {
    postgres = await startPostgres()
    const RINGUP_DATABASE = `postgres://ringup:${OWN_PASSWORD}@127.0.0.1:${postgres.port}/ringup`
    environment = { RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_DATABASE } // no API listens, so events wait
  })
  afterAll(() => postgres.remove())

  async function finish(args: string[], more: Partial<typeof environment> = {}) {
    const { said, ended } = run({ ...environment, ...more }, args)
    const code = await ended
    expect(said()).not.toContain('pass-w0rd')
    return { code, said: said() }
  }

  /** Starts a proxy that ends with its test. */
  function startProxy(more: Partial<typeof environment> = {}): Running {
    const proxy = run({ ...environment, ...more })
    onTestFinished(() => void proxy.child.kill('SIGKILL'))
    return proxy
  }

  async function end({ child, ended, said }: Running) {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(said()).not.toContain('pass-w0rd')
  }

  const post = async (url: string, body: object) => (await send(url, { body })).status

  test('is set up as the guide says, and check reports what exists', async () => {
    const commands = readBlock('postgres')
      .replaceAll('…', OWN_PASSWORD)
      .replace('db.example', `127.0.0.1:${postgres.port}`)
      .replace('verify-full', 'disable') // this server has no certificate
      .replace('npm run ringup --', `exec ${process.execPath} ${CLI}`)
    const env = { ...postgres.environment, RINGUP_KEY: Buffer.alloc(32, 7).toString('base64') }
    const { stdout } = await promisify(execFile)('bash', ['-ec', commands], { env }).catch((error) => error) // 1: no API
    const place = `127.0.0.1:${postgres.port}/ringup`
    expect(stdout).toMatch(
      new RegExp(`^ok +The schema ringup does not exist in ${place} yet. The proxy creates it`, 'm'),
    )
    expect(stdout).toMatch(/^warning +The database runs with fsync off/m)
    expect(stdout).not.toContain('pass-w0rd')
  })

  test('accepts an order, and the commands list, count and erase it', async () => {
    const proxy = startProxy()
    const url = await untilListening(proxy)
    const order = newOrder()
    expect(await post(url, order)).toBe(202)
    expect((await finish(['events', 'list'])).said).toContain(order.id)
    expect((await finish(['events', 'show', order.id, '--reveal'])).said).toContain(toPassed(order).email)
    expect((await finish(['check'])).said).toMatch(
      new RegExp(`^ok +The database 127.0.0.1:${postgres.port}/ringup has 1 waiting event, 0 dead letters`, 'm'),
    )
    expect((await finish(['erase', toPassed(order).email])).said).toBe('Deleted: 1 event.\n')
    expect(await finish(['events', 'drop', order.id])).toEqual({
      code: 1,
      said: expect.stringMatching('^No event with this id came here'),
    })
    await end(proxy)
  })

  test('answers 503 while the database is away, says so in health, and recovers', async () => {
    const proxy = startProxy()
    const url = await untilListening(proxy)
    const toHealth = () => /http:\S+health/.exec(proxy.said())?.[0] ?? ''
    await expect.poll(toHealth).not.toBe('') // the last line
    const readHealth = async () => (await fetch(toHealth())).json()
    await postgres.kill()
    expect(await post(url, newOrder())).toBe(503)
    expect(await readHealth()).toMatchObject({ state: 'down', conditions: [{ name: 'database' }] })
    await postgres.start()
    await expect.poll(() => post(url, newOrder())).toBe(202)
    await end(proxy)
    expect(proxy.said()).toMatch(/"event":"failed","reason":"PostgresError: [a-z ]+ \(\w+\)"/)
  })

  test('stops in time although the network to Postgres swallows all data', async () => {
    const relay = await startRelay(postgres.port)
    onTestFinished(relay.stop)
    const { url } = await postgres.newDatabase()
    const RINGUP_DATABASE = url.replace(`:${postgres.port}/`, `:${relay.port}/`)
    const proxy = startProxy({ RINGUP_DATABASE })
    const address = await untilListening(proxy)
    expect(await post(address, newOrder())).toBe(202)
    relay.isHanging = true
    void post(address, newOrder()).catch(() => {}) // under way as the proxy stops
    const fromMs = performance.now()
    await end(proxy)
    // Twice the promised time, because the machine may be busy. Without the bound, the proxy waits for over 30 s.
    expect(performance.now() - fromMs).toBeLessThan(20_000)
  })
})

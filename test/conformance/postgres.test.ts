/** The proxy as a process, and the operator's commands beside it, on a real Postgres set up as the README says. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PASSWORD, type Postgres, startPostgres } from '../support/postgres.js'
import { isInstalled } from '../support/programs.mjs'
import { newOrder } from '../support/proxy.js'
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
    environment = { RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_DATABASE } // nobody is there, so what comes is held
  })
  afterAll(() => postgres.remove())

  async function finish(args: string[], more: Partial<typeof environment> = {}) {
    const { said, ended } = run({ ...environment, ...more }, args)
    const code = await ended
    expect(said()).not.toContain('pass-w0rd')
    return { code, said: said() }
  }

  /** Ends with its test, however that ends. */
  function startProxy(): Running {
    const proxy = run(environment)
    onTestFinished(() => void proxy.child.kill('SIGKILL'))
    return proxy
  }

  async function end({ child, ended, said }: Running) {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(said()).not.toContain('pass-w0rd')
  }

  const post = async (url: string, body: object) => (await send(url, { body })).status

  test('is set up as the README says, and check tells what is there and what is not', async () => {
    const commands = readBlock('postgres')
      .replaceAll('…', OWN_PASSWORD)
      .replace('db.example', `127.0.0.1:${postgres.port}`)
      .replace('verify-full', 'disable') // this server has no certificate
      .replace('npm run ringup --', `exec ${process.execPath} ${CLI}`)
    const env = { ...postgres.environment, RINGUP_PLAINTEXT: '1' }
    const { stdout } = await promisify(execFile)('bash', ['-ec', commands], { env }).catch((error) => error) // 1: no API
    const place = `127.0.0.1:${postgres.port}/ringup`
    expect(stdout).toMatch(new RegExp(`^ok +There is no schema ringup in ${place} yet; the proxy makes it`, 'm'))
    expect(stdout).toMatch(/^warning +The database runs with fsync off/m)
    expect(stdout).not.toContain('pass-w0rd')
  })

  test('takes an order, which the commands list, count and erase', async () => {
    const proxy = startProxy()
    const url = await untilListening(proxy)
    const order = newOrder()
    expect(await post(url, order)).toBe(202)
    expect((await finish(['events', 'list'])).said).toContain(order.id)
    expect((await finish(['events', 'show', order.id, '--reveal'])).said).toContain(order.body.email)
    expect((await finish(['check'])).said).toMatch(
      new RegExp(`^ok +The database 127.0.0.1:${postgres.port}/ringup has 1 waiting event, 0 dead letters`, 'm'),
    )
    expect((await finish(['erase', order.body.email])).said).toBe('Deleted: 1 event.\n')
    expect(await finish(['events', 'drop', order.id])).toEqual({
      code: 1,
      said: expect.stringMatching(`^Event ${order.id} is not a dead letter. Taken .*, deleted `),
    })
    await end(proxy)
  })

  test.each<[what: string, toAddress: () => string, sentence: string]>([
    [
      'where nobody is',
      () => 'postgres://ringup:x-pass-w0rd@127.0.0.1:1/ringup',
      'nothing listens there (ECONNREFUSED).',
    ],
    [
      'with a wrong password',
      () => environment.RINGUP_DATABASE.replace(OWN_PASSWORD, PASSWORD),
      'it refuses the user or the password (28P01).',
    ],
  ])(
    '%s does not start: 1, in a sentence, and check and the commands say the same',
    async (_what, toAddress, sentence) => {
      const RINGUP_DATABASE = toAddress()
      const said = expect.stringContaining(`cannot be used: ${sentence}\n`)
      const commands = [['proxy'], ['check'], ['events', 'list'], ['erase', 'ada@example.com']]
      const ends = await Promise.all(commands.map((args) => finish(args, { RINGUP_DATABASE })))
      expect(ends).toEqual(commands.map(() => ({ code: 1, said })))
    },
  )

  test('without TLS is told to need ?sslmode=disable on the same machine', async () => {
    const RINGUP_DATABASE = `${environment.RINGUP_DATABASE}?sslmode=verify-full`
    expect((await finish(['check'], { RINGUP_DATABASE })).said).toMatch(
      /it has no TLS \(tls\)\. If it runs on this machine, let RINGUP_DATABASE end with \?sslmode=disable/,
    )
  })

  test('answers 503 while the database is away, health says so, and it goes on by itself', async () => {
    const proxy = startProxy()
    const url = await untilListening(proxy)
    const toHealth = () => /http:\S+health/.exec(proxy.said())?.[0] ?? ''
    await expect.poll(toHealth).not.toBe('') // said last
    const readHealth = async () => (await fetch(toHealth())).json()
    await postgres.kill()
    expect(await post(url, newOrder())).toBe(503)
    expect(await readHealth()).toMatchObject({ state: 'down', problems: [{ reason: 'queue_failed' }] })
    await postgres.start()
    await expect.poll(() => post(url, newOrder())).toBe(202)
    await end(proxy)
    expect(proxy.said()).toMatch(/"event":"failed","reason":"PostgresError: [a-z ]+ \(\w+\)"/)
  })
})

/**
 * Promise: the operator's commands print, change and end as documented, over a database of a real proxy, and are safe with a running
 * proxy. Commands whose process matters run as a process, the others run in the test's own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Database from 'libsql'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { openQueue } from '../../src/proxy/queue/open.js'
import { startProxy } from '../../src/proxy/run/node.js'
import { createSeal } from '../../src/proxy/seal.js'
import { runCommand } from '../support/command.js'
import { countHeld } from '../support/count-held.js'
import { storeDeadLetter } from '../support/dead-letter.js'
import { findPort } from '../support/free-port.js'
import { API_KEY, createSettings, newFolder, newOrder, newSignUp, ORIGIN, toPassed } from '../support/proxy.js'
import { CLI, watch } from '../support/proxy-process.js'
import { nameUnknownHost } from '../support/resolver.js'
import { type Served, serve } from '../support/servers.js'
import { until } from '../support/until.js'
import { send } from '../support/wire.js'

const KEY = Buffer.alloc(32, 7)
const ADA = 'ada@mail.example.com'
const BOB = 'bob@example.org'

const cart_data = { order_number: 'A-1001', cart_value: 5880, note: 'For Ada' }
const order = newOrder({ email: ADA, cart_data }, { age: 90_000 })
const refused = newOrder({ email: BOB, cart_data: { order_number: 'B-1', cart_value: 100 } })
const signUp = newSignUp({ email: ADA, first_name: 'Ada' })

const snippetFile = join('dist', 'ringup.js')
/** The proxy's database: a waiting order, a waiting sign-up, and a dead letter. */
let written: { path: string; remove: () => void }
let folder: { path: string; remove: () => void }
let database: string

beforeAll(async () => {
  written = newFolder()
  await writeDatabase(join(written.path, 'ringup.db'))
})
afterAll(() => written.remove())
beforeEach(() => {
  folder = newFolder()
  onTestFinished(() => folder.remove())
  database = join(folder.path, 'ringup.db')
  copyDatabase(join(written.path, 'ringup.db'), database)
})

async function writeDatabase(file: string) {
  const settings = createSettings({ database: file, keys: [KEY] }) // nothing listens at its API
  await storeDeadLetter(settings, refused, '{}')
  const proxy = await startProxy(settings, { snippetFile, log: () => {} })
  for (const body of [order, signUp]) expect((await send(proxy.url, { body })).status).toBe(202)
  await until(async () => (await countHeld(file)).reasons.join() === 'refused,unreachable,unreachable')
  await proxy.stop()
}

const listen = (toStatus: (body: string, method?: string, path?: string) => number): Promise<Served> =>
  serve(async (request, response) => {
    const status = toStatus(await text(request), request.method, request.url)
    response.writeHead(status, { 'content-type': 'application/json', location: '/' }).end('{}')
  })

function copyDatabase(from: string, to: string) {
  const db = new Database(from)
  db.exec(`VACUUM INTO '${to}'`)
  db.close()
  chmodSync(to, 0o600)
}

const open = (keys: Uint8Array[]) => openQueue({ database, seal: createSeal(keys), log: () => {} })

type Environment = Record<string, string | undefined>

function start(args: string[], more: Environment = {}): ChildProcess {
  const settings = { RINGUP_DATABASE: database, RINGUP_KEY: KEY.toString('base64') }
  return spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH, ...settings, ...more } })
}

/** Starts a proxy until the test ends. @returns the address of health and metrics */
async function startProxyProcess(environment: Environment) {
  const proxy = watch(start(['proxy'], environment))
  onTestFinished(() => void proxy.child.kill('SIGKILL'))
  await expect.poll(proxy.said).toContain('/metrics')
  return proxy
}

/** Runs a command in this process until it ends. */
const run = (args: string[], more: Environment = {}) =>
  runCommand(args, { RINGUP_DATABASE: database, RINGUP_KEY: KEY.toString('base64'), ...more })

/** Runs a command as a process until it ends. It uses the built snippet next to the program. */
async function runProcess(args: string[], more: Environment = {}) {
  const child = start(args, more)
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => (said.out += chunk))
  child.stderr?.on('data', (chunk) => (said.err += chunk))
  const [code] = await once(child, 'close')
  expect(said.err).not.toMatch(/^ {4}at /m)
  return { code, ...said }
}

async function listJson(...args: string[]): Promise<{ id: string; state: string; reason?: string }[]> {
  const { out } = await run(['events', 'list', '--json', ...args])
  return out.match(/.+/g)?.map((line) => JSON.parse(line)) ?? []
}
const readStates = async () => (await listJson()).map(({ state }) => state).sort()

describe('events list', () => {
  test('has a line for each event, with its e-mail masked', async () => {
    const { code, out, err } = await run(['events', 'list'])
    expect({ code, err, count: out.trimEnd().split('\n').length }).toEqual({ code: 0, err: '', count: 4 })
    const next = '(due|in \\d+ \\w+)'
    for (const line of [
      'ID +KIND +LIST +STATE +REASON +ATTEMPTS +AGE +NEXT TRY +ORDER +E-MAIL',
      `${order.id}  convert +- +waiting +unreachable +\\d+ +\\d minutes? +${next} +…01 +a…@m…\\.com`,
      `${refused.id}  convert +- +dead +refused +\\d+ +\\d+ \\w+ +- +… +b…@e…\\.org`,
      `${signUp.id}  addToList +newsletter +waiting +unreachable +\\d+ +\\d+ \\w+ +${next} +- +a…@m…\\.com`,
    ])
      expect(out).toMatch(new RegExp(`^${line}$`, 'm'))
    for (const text of [ADA, BOB, 'A-1001', 'Ada']) expect(out).not.toContain(text)
  })

  test('--json has one object a line', async () => {
    const iso = expect.stringMatching(/^\d{4}-.*Z$/)
    const event = { id: signUp.id, kind: 'addToList', list: 'newsletter', state: 'waiting', reason: 'unreachable' }
    const times = { attempts: expect.any(Number), ageMs: expect.any(Number), occurred: iso, received: iso, next: iso }
    expect(await listJson()).toContainEqual({ ...event, ...times, email: 'a…@m….com' })
  })

  test('prints 30,000 with 16 MB, and ends quietly when its reader closes the pipe', async () => {
    const queue = await open([KEY])
    const accept = (number: number) => {
      const body = { email: `${number}@example.com`, cart_data: { order_number: `${number}` } }
      return queue.accept({ id: randomUUID(), kind: 'convert', signed: true, ageMs: 0, body })
    }
    for (let first = 0; first < 30_000; first += 1_000)
      await Promise.all(Array.from({ length: 1_000 }, (_, number) => accept(first + number)))
    await queue.close()
    const all = start(['events', 'list', '--json'], { NODE_OPTIONS: '--max-old-space-size=16' })
    let lines = 0
    all.stdout?.on('data', (chunk: Buffer) => (lines += chunk.filter((byte) => byte === 10).length))
    const [code] = await once(all, 'close')
    expect([code, lines]).toEqual([0, 30_003])
    const cut = start(['events', 'list'])
    let err = ''
    cut.stderr?.on('data', (chunk) => (err += chunk))
    cut.stdout?.once('data', () => cut.stdout?.destroy())
    const [codeOfCut] = await once(cut, 'exit')
    expect([codeOfCut, err]).toEqual([0, ''])
  })
})

test('events show is the event as JSON, masked; --reveal shows the request', async () => {
  const show = async (...more: string[]) => JSON.parse((await run(['events', 'show', order.id, ...more])).out)
  const body = { email: 'a…@m….com', cart_data: { order_number: '…', cart_value: 5880, note: '…' } }
  const means = 'The API did not answer, or has failed.'
  expect(await show()).toMatchObject({ id: order.id, state: 'waiting', reason: 'unreachable', means, body })
  expect((await show('--reveal')).body).toEqual(toPassed(order))
})

describe('a command about events', () => {
  const [BEFORE, REPLAYED] = [['dead', 'waiting', 'waiting'], Array(3).fill('waiting')]
  test.each<[words: string[], code: number, said: RegExp, states: string[]]>([
    [['events', 'show', 'nothing'], 1, /^The queue has no event nothing\. ringup find nothing says whether /, BEFORE],
    [['events', 'replay', refused.id], 0, /^Requeued\. It is due, and is sent as soon as the API accepts/, REPLAYED],
    [['events', 'replay', '--reason', 'refused'], 0, /^1 dead letter of the reason refused will be sent/, REPLAYED],
    [['events', 'replay', order.id], 1, /^Event \S+ is not a dead letter\. Accepted /, BEFORE],
    [['events', 'send', refused.id], 1, /^Event \S+ is a dead letter: ringup events replay/, BEFORE],
    [['events', 'send', randomUUID()], 1, /^No event with this id came here/, BEFORE],
    [['erase', ` ${ADA.toUpperCase()}`], 0, /^Deleted: 2 events\.\n$/, ['dead']],
  ])('%j: exit code %i, %s, and then %j', async (words, code, said, states) => {
    const ended = await run(words)
    expect([ended.code, ended.out + ended.err]).toEqual([code, expect.stringMatching(said)])
    expect(await readStates()).toEqual(states)
  })
})

describe('init', () => {
  const toFile = () => join(folder.path, 'ringup.env')

  test('writes a file for its owner, with a new key; check accepts it when completed', async () => {
    const words = ['init', toFile(), '--api-url', 'http://127.0.0.1:1', '--origin', ORIGIN]
    const { code, out } = await run(words)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('with a new RINGUP_KEY') })
    expect(statSync(toFile()).mode & 0o777).toBe(0o600)
    const written = readFileSync(toFile(), 'utf8')
    const [, key = ''] = /^RINGUP_KEY=(.*)$/m.exec(written) ?? []
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(out).not.toContain(key)
    writeFileSync(toFile(), written.replace('AUTHORIZATION=', 'AUTHORIZATION=Token x'))
    const bare = { RINGUP_KEY: undefined, RINGUP_DATABASE: join(folder.path, 'new.db') }
    const checked = await runProcess(['check', '--env-file', toFile()], bare)
    expect(checked.out).toMatch(/^ok +The settings are in order/m)
  })

  test('leaves values empty that only the operator knows, so check names them', async () => {
    await run(['init', toFile()])
    const { out } = await runProcess(['check', '--env-file', toFile()], { RINGUP_KEY: undefined })
    const problems = out.match(/(?<=^problem +)RINGUP_\w+/gm)
    expect(problems).toEqual(['RINGUP_API_URL', 'RINGUP_API_AUTHORIZATION', 'RINGUP_ORIGINS'])
  })

  test.each([
    [{ npm_lifecycle_event: 'ringup' }, 'npm run ringup -- check'],
    [{}, 'node dist/cli.js check'],
  ])('with %j names the next command in the form of this one: %s', async (environment, command) => {
    const { out } = await runProcess(['init', toFile()], environment)
    expect(out).toContain(`Fill in the empty values, and then: ${command} --env-file ${toFile()}\n`)
  })

  test('does not change an existing file: exit code 1', async () => {
    writeFileSync(toFile(), 'RINGUP_KEY=old')
    expect(await run(['init', toFile()])).toMatchObject({
      code: 1,
      err: expect.stringContaining('its key opens a database'),
    })
    expect(readFileSync(toFile(), 'utf8')).toBe('RINGUP_KEY=old')
  })
})

describe('check', () => {
  const SHOP = 'https://shop.test'
  const all = (api: string, more: Environment = {}) => ({
    RINGUP_API_URL: api,
    RINGUP_API_AUTHORIZATION: API_KEY,
    RINGUP_ORIGINS: SHOP,
    RINGUP_LISTS: '{"newsletter":{"id":"42"}}',
    RINGUP_TRUSTED_HOPS: '1',
    RINGUP_ADMIN_PORT: '0', // otherwise it asks any proxy that runs on this machine
    ...more,
  })
  const asked: string[] = []

  /** Starts an API. @returns all settings */
  async function withApi(status: number, more: Environment = {}, listStatus = status) {
    asked.length = 0
    const api = await listen((body, method, path) => {
      asked.push(`${method} ${path} ${body}`)
      return path?.startsWith('/lists/') ? listStatus : status
    })
    onTestFinished(api.stop)
    return all(api.url, more)
  }

  test('says that all is well, and asks the API only the neutral question', async () => {
    const { code, out, err } = await runProcess(['check'], await withApi(400))
    const questions = ['POST /customer/convert/ {}', 'POST /lists/42/contacts/ {}']
    expect({ code, err, asked }).toEqual({ code: 0, err: '', asked: questions })
    expect(out).toBe(
      `ok       The settings are in order: ${SHOP} may send to /ringup.
ok       The database ${database} has 2 waiting events, 1 dead letter.
ok       The snippet is there, ${statSync(snippetFile).size.toLocaleString('en')} bytes.
ok       The API is there and accepts the key (400 to a request without a customer).
ok       The API knows the list newsletter.
`,
    )
  })

  test('says that the API may not know a list: a warning is not a failure', async () => {
    const { code, out } = await runProcess(['check'], await withApi(400, {}, 404))
    const warning = expect.stringMatching(/^warning +The API answers 404 at the address of the list newsletter/m)
    expect({ code, out }).toEqual({ code: 0, out: warning })
  })

  test.each([
    [
      400,
      0,
      /^ok +The test order reached the API\. The API answered 400\. The order has no customer, so nothing was converted\.$/m,
    ],
    [401, 1, /^problem +The test order stopped before the API\. The API refuses the key/m],
  ])('--order at an API that answers %i: exit code %i, %s', async (status, code, sentence) => {
    const ports = { RINGUP_ADMIN_PORT: String(await findPort()), PORT: String(await findPort()) }
    rmSync(database)
    const env = await withApi(status, ports)
    await startProxyProcess(env)
    const checked = await runProcess(['check', '--order'], env)
    expect(checked).toMatchObject({ code, out: expect.stringMatching(sentence) })
    expect(asked.filter((each) => !/ (\{\})?$/.test(each))).toEqual([])
    const [, order = ''] = /test order (test-\w+)/.exec(checked.out) ?? []
    expect((await run(['find', '--order', order], env)).out).toMatch(code === 0 ? /delivered/ : /waiting/)
    const health = await (await fetch(`http://127.0.0.1:${ports.RINGUP_ADMIN_PORT}/health`)).json()
    expect(health).toMatchObject({ orders: { all: 0 }, waiting: { events: 0 }, lastOrder: null })
  })

  test('--order says that the proxy does not listen', async () => {
    const { code, out } = await runProcess(['check', '--order'], await withApi(405, { PORT: String(await findPort()) }))
    const problem = expect.stringMatching(/^problem +The test order stopped before the proxy/m)
    expect({ code, out }).toEqual({ code: 1, out: problem })
  })

  /** Lists the problems and warnings, except the one about the script, which depends on the build. */
  const readDoubts = async (environment: Environment) =>
    (await run(['check'], environment)).out.match(/^(?:problem|warning) .*(?<!npm run build\.)$/gm)

  test.each<[what: string, toSettings: () => Environment | Promise<Environment>, doubt: RegExp]>([
    ['an API that answers 401', () => withApi(401), /^problem .*RINGUP_API_AUTHORIZATION is wrong/],
    ['an API that answers 404', () => withApi(404), /^problem .*RINGUP_API_URL must be/],
    ['an API that answers 302', () => withApi(302), /^problem .*RINGUP_API_URL must be/],
    ['an API that answers 405', () => withApi(405), /^problem .*RINGUP_API_URL must be/],
    ['an API that answers 503', () => withApi(503), /^warning .*answers 503/],
    [
      'an API where nothing listens',
      async () => all(`http://127.0.0.1:${await findPort()}`),
      /^problem .*cannot be reached at http:\S+\d: nothing listens there\./,
    ],
    [
      'an API of an unknown name',
      () => all(`https://${nameUnknownHost()}`),
      /^problem .*cannot be reached at https:\S+: its name is not known\./,
    ],
    ['any origin', () => withApi(400, { RINGUP_ALLOW_OPAQUE_ORIGIN: '1' }), /^warning .*RINGUP_ALLOW_OPAQUE_ORIGIN=1/],
    ['no list', () => withApi(400, { RINGUP_LISTS: '' }), /^warning .*RINGUP_LISTS is empty/],
    ['no trusted hop', () => withApi(400, { RINGUP_TRUSTED_HOPS: '' }), /^warning .*RINGUP_TRUSTED_HOPS=0/],
    [
      'an open operator’s port',
      () => withApi(400, { RINGUP_ADMIN_HOST: '0.0.0.0', RINGUP_ADMIN_TOKEN: 't'.repeat(16) }),
      /^warning .*Any machine that reaches 0\.0\.0\.0, port 0, can read health and metrics/,
    ],
    [
      'an example’s origin',
      () => withApi(400, { RINGUP_ORIGINS: `${SHOP},https://www.shop.example` }),
      /^warning .*RINGUP_ORIGINS still names www\.shop\.example/,
    ],
    [
      'a folder that is a device',
      () => withApi(400, { RINGUP_SCRIPTS: '/dev/null' }),
      /^warning .*RINGUP_SCRIPTS=\/dev\/null cannot be written/,
    ],
    [
      'an origin without TLS',
      () => withApi(400, { RINGUP_ORIGINS: 'http://shop.test' }),
      /^warning .*Pages of http:\/\/shop\.test send customers’ data unencrypted/,
    ],
    [
      'a database that is a folder',
      () => withApi(400, { RINGUP_DATABASE: folder.path }),
      /^problem +The database file \S+ cannot be used: it is a folder\. Set RINGUP_DATABASE to a file in it\.$/,
    ],
    [
      'a wrong file of the tag’s settings',
      () => {
        mkdirSync(`${database}-scripts`)
        writeFileSync(join(`${database}-scripts`, 'tag.json'), '{"converton":"load"}')
        return withApi(400)
      },
      /^problem +The file \S+tag\.json: converton is not a setting\. Did you mean convertOn\?$/,
    ],
  ])('has one doubt about %s', async (_what, toSettings, doubt) => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true })
    expect(await readDoubts(await toSettings())).toEqual([expect.stringMatching(doubt)])
  })

  test('names all wrong settings, and still checks the other parts', async () => {
    const { code, out } = await run(['check'], { RINGUP_TYPO: '1' })
    expect(code).toBe(1)
    expect(out).toMatch(/^problem +RINGUP_TYPO is not a setting of this version: remove it\.$/m)
    expect(out).toMatch(/^problem +RINGUP_API_URL must be/m)
    expect(out).toMatch(/^ok +The database/m)
  })

  test('names the accepted webhooks, but never a secret', async () => {
    const more = { RINGUP_SHOPIFY_SECRET: 'a-secret-of-shopify,an-older-one-of-shopify' }
    const { out } = await run(['check'], await withApi(400, more))
    expect(out).toMatch(/^ok +Webhooks are accepted at \/ringup\/webhooks\/shopify, with 1 older secret\.$/m)
    expect(out).not.toMatch(/woocommerce|of-shopify/)
  })

  test('does not make a database, and says that the proxy does', async () => {
    const absent = join(folder.path, 'absent.db')
    const { out } = await run(['check'], await withApi(400, { RINGUP_DATABASE: absent }))
    expect(out).toContain(`The database ${absent} does not exist yet. The proxy creates it at its start.`)
    expect(existsSync(absent)).toBe(false)
  })

  test('names a database that other users may open, an example’s API, and a wrong key', async () => {
    chmodSync(database, 0o644)
    const { code, out } = await run(['check'], {
      ...all('https://api.example.com/v1/shop'),
      RINGUP_KEY: Buffer.alloc(32, 8).toString('base64'),
    })
    expect(code).toBe(1)
    expect(out).toMatch(/^warning +Other users can open the database .* chmod 600/m)
    expect(out).toMatch(/^warning +RINGUP_API_URL still names api\.example\.com, which is only an example\.$/m)
    expect(out).toMatch(/^problem .*no key of RINGUP_KEY opens/m)
  })
})

const PORTS = { PORT: '0', RINGUP_ADMIN_PORT: '0' }
const API = { RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_API_AUTHORIZATION: API_KEY }
const READY = { ...API, ...PORTS, RINGUP_ORIGINS: ORIGIN }

describe('proxy', () => {
  test('events that no key decrypts wait, and are sent after a start with their key', async () => {
    const other = Buffer.alloc(32, 8).toString('base64')
    const both = { ...READY, RINGUP_KEY: `${other},${KEY.toString('base64')}` }
    const readReason = async () =>
      JSON.parse((await run(['events', 'list', '--json', '--order', 'A-1001'], both)).out).reason
    async function end({ child, ended }: Awaited<ReturnType<typeof startProxyProcess>>) {
      child.kill('SIGTERM')
      await ended
    }
    await end(await startProxyProcess(both)) // seals the key of the hashes with the new key
    await run(['events', 'send', order.id], both)
    const alone = await startProxyProcess({ ...both, RINGUP_KEY: other })
    await expect.poll(readReason).toBe('unreadable')
    await end(alone)
    await startProxyProcess(both)
    await expect.poll(readReason).toBe('unreachable')
  })

  test.each(['PORT', 'RINGUP_ADMIN_PORT'])('%s in use: exit code 1, a sentence, and no open port', async (name) => {
    const other = await listen(() => 200)
    onTestFinished(other.stop)
    const err = `Port ${other.port} on 127.0.0.1 is already in use. Set ${name} to another, or end what uses this one.\n`
    const ended = await runProcess(['proxy'], { ...READY, [name]: String(other.port) })
    expect(ended).toEqual({ code: 1, out: '', err })
  })
})

describe('how a command ends', () => {
  test.each([
    [[], 2],
    [['other'], 2],
    [['events'], 2],
    [['events', 'show'], 2],
    [['events', 'list', '--state', 'gone'], 2],
    [['events', 'list', '--reason', 'other'], 2],
    [['events', 'list', '--other'], 2],
    [['events', 'replay'], 2],
    [['events', 'replay', refused.id, '--reason', 'refused'], 2],
    [['find'], 2],
    [['find', 'x', '--order', '1'], 2],
    [['find', '--email', ADA], 2],
    [['find', '--order', '1', '--email', 'ada'], 2],
    [['backup'], 2],
    [['restore'], 2],
    [['alert', '--test'], 2],
    [['check', '--page', 'https://shop.example'], 2],
    [['erase'], 2],
    [['erase', 'ada'], 2],
    [['--help'], 0],
    [['events', '--help'], 0],
  ])('%j: %i', async (args, expected) => {
    const { code, out, err } = await run(args)
    expect(code).toBe(expected)
    expect(expected === 0 ? out : err).not.toBe('')
    expect(await readStates()).toHaveLength(3)
  })

  test('as a process, wrong words have exit code 2', async () => {
    expect((await runProcess(['events', '--other'])).code).toBe(2)
  })

  test.each<[words: string[], more: Environment, err: RegExp]>([
    [['backup', '/tmp/x'], { RINGUP_KEY: '' }, /^The settings need attention:\n {2}RINGUP_KEY is missing/],
    [['reconcile', 'nope.csv'], {}, /^nope\.csv cannot be read: there is no such file\. Check the path\.\n$/],
    [['reconcile', '..'], {}, /^\.\. cannot be read: it is a folder\. Name the file in it\.\n$/],
    [['reconcile', 'package.json'], {}, /^package\.json is not CSV: export the orders as CSV\.\n$/],
    [['proxy'], { RINGUP_ORIGIN: 'x' }, /\n {2}RINGUP_ORIGIN is not a setting .*; did you mean RINGUP_ORIGINS\?\n/],
    [
      ['proxy'],
      { ...READY, RINGUP_DATABASE: '/nowhere/x/ringup.db' },
      /the folder \/nowhere\/x does not exist\. Create/,
    ],
    [['proxy'], { ...READY, HOST: '203.0.113.9' }, /^203\.0\.113\.9 is not an address of this machine\. Set HOST /],
  ])('as a process, %j with %j: exit code 1, in a sentence', async (words, more, err) => {
    const ended = await runProcess(words, more)
    expect(ended).toEqual({ code: 1, out: '', err: expect.stringMatching(err) })
  })

  test('--version is the version of the package', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' })
  })

  test.each([
    ['no database', { RINGUP_DATABASE: '/nowhere/ringup.db' }, /^The database \/nowhere\/ringup\.db does not exist\./],
    ['another key', { RINGUP_KEY: Buffer.alloc(32, 8).toString('base64') }, /no key of RINGUP_KEY opens/],
    ['no key', { RINGUP_KEY: '' }, /RINGUP_KEY is missing\. .*--env-file/],
  ])('with %s: exit code 1, in a sentence, and no new file', async (_what, more, sentence) => {
    for (const args of [
      ['events', 'list'],
      ['events', 'drop', order.id],
      ['erase', ADA],
    ]) {
      const { code, err } = await run(args, more)
      expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(sentence) })
    }
  })
})

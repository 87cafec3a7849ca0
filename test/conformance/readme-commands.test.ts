/**
 * Promise: the README's commands do what it says. Each block is run as it stands, by bash; only addresses, folders and
 * programs of a whole machine (sudo, systemctl, docker) are put in their place.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../demo/reference-api/start.js'
import packageJson from '../../package.json' with { type: 'json' }
import { listen } from '../../src/proxy/run/listen.js'
import { createClient } from '../support/api.js'
import { isInstalled } from '../support/programs.mjs'
import { newFolder, newOrder, ORIGIN } from '../support/proxy.js'
import { type Running, watch } from '../support/proxy-process.js'
import { readBlock, readme } from '../support/readme.js'
import { until } from '../support/until.js'

const scripts: Record<string, string> = packageJson.scripts
/** What a script comes to when the build is done. */
const toStart = (name: string) => scripts[name]?.split(' && ').at(-1) ?? ''

const read = (path: string) => readFileSync(path, 'utf8')

/** Vitest's own variables would make another Vitest believe that it is a worker of this one. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_)/.test(name)))

describe('npm', () => {
  test('installs what the lock file says, which agrees with package.json', () => {
    // Without the network, and without a change.
    expect(() => execFileSync('npm', ['ci', '--dry-run', '--offline'], { stdio: 'ignore' })).not.toThrow()
  })

  test('has each script that the README names', () => {
    const named = [...readme.matchAll(/\bnpm (?:run )?([a-z]+(?::[a-z]+)?)\b/g)].map(([, name]) => name ?? '')
    const known = named.filter((name) => !['ci', 'run', 'install', 'pack', 'prune'].includes(name))
    expect(new Set(known).size).toBeGreaterThan(8)
    expect(known.filter((name) => !scripts[name])).toEqual([])
  })

  test.each(Object.entries(scripts))('%s starts files that are there after the build', (_name, script) => {
    const files = script.match(/\b(?:dist|test)\/[\w./-]+|\bbuild\.mjs\b/g) ?? []
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  test('the commands to see it work and to test it are the ones that are run for each change', () => {
    const commands = read('.ci/run')
    expect(commands).toContain(`(${readBlock('demo check')})`)
    expect(commands).toContain(`(${readBlock('test')})`)
  })

  test('the demo starts, and says where it is', async () => {
    const start = readBlock('demo').replace('npm ci && npm run demo', `exec ${toStart('demo')}`)
    const demo = startBash(start, { PORT: '0', API_PORT: '0', RINGUP_ADMIN_PORT: '0' })
    await expect.poll(demo.said).toContain('Ctrl+C')
    const answers = await Promise.all((demo.said().match(/http:\S+/g) ?? []).map((url) => fetch(url)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await end(demo)).toBe(0)
  })
})

describe.skipIf(!isInstalled('openssl'))('the proxy', () => {
  const folder = newFolder()
  const database = join(folder.path, 'ringup.db')
  const settings = join(folder.path, 'etc.env')
  const order = newOrder()
  let proxy: Running

  /** The commands of a block, where an operator would run them. */
  const toHere = (block: string) =>
    block
      .replaceAll('/var/lib/ringup/ringup.db', database)
      .replaceAll('/etc/ringup.env', settings)
      .replaceAll('npm run ringup --', 'ringup')
      .replaceAll('src/proxy/deploy', resolve('src/proxy/deploy'))
      .replaceAll('/backup/', `${folder.path}/backup/`)

  const runBash = (commands: string, env: NodeJS.Dict<string> = {}) =>
    promisify(execFile)('bash', ['-ec', commands], {
      env: { ...environment, ...env, PATH: `${folder.path}:${environment.PATH}` },
      cwd: folder.path,
    })

  /** The file as the operator leaves it: of an API that is nowhere, so that what comes is held. */
  async function fillIn(file: string) {
    const filled = read(file).replace('AUTHORIZATION=', 'AUTHORIZATION=Token x')
    writeFileSync(file, filled.replace('https://api.example.com', 'http://127.0.0.1:1'))
  }

  beforeAll(async () => {
    mkdirSync(join(folder.path, 'backup'))
    symlinkSync(resolve('dist/cli.js'), join(folder.path, 'ringup')) // as the unit's file says
    const [init = '', check = '', start = ''] = toHere(readBlock('proxy start')).split('\n')
    await runBash(init.replace('npm ci && ', ''))
    await fillIn(join(folder.path, 'ringup.env'))
    const { stdout } = await runBash(check).catch((error: { stdout: string }) => error) // no API is there
    expect(stdout).toMatch(/^ok +The settings are in order/m)
    writeFileSync(settings, read(join(folder.path, 'ringup.env')))
    const command = `cd ${folder.path}; exec ${start}`
    const PATH = `${folder.path}:${environment.PATH}`
    proxy = startBash(command, { PATH, RINGUP_DATABASE: database, PORT: '0', RINGUP_ADMIN_PORT: '0' })
    await until(() => proxy.said().includes('Health'))
  })
  afterAll(async () => {
    await end(proxy)
    folder.remove()
  })

  test('listens at /ringup, serves the snippet and takes an order of the shop', async () => {
    const [url = ''] = /http:\S+\/ringup\b/.exec(proxy.said()) ?? []
    const headers = { origin: ORIGIN, 'content-type': 'text/plain' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(order) })
    expect([answer.status, await answer.json()]).toEqual([202, { ok: true, id: order.id }])
    expect((await fetch(`${url}/ringup.js`)).status).toBe(200)
  })

  test('lists what it holds, beside systemd', async () => {
    const { stdout } = await runBash(`sudo() { env "$@"; }\n${toHere(readBlock('events list'))}`)
    expect(stdout).toContain(order.id)
  })

  test('has its settings written by init, which check finds to be filled in or not', async () => {
    const file = join(folder.path, 'ringup.env')
    rmSync(file)
    const [init = '', check = ''] = toHere(readBlock('settings file')).split('\n')
    await runBash(init)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const empty = await runBash(check).catch((error: { code: number; stdout: string }) => error)
    expect(empty).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^problem +RINGUP_API_AUTHORIZATION must be/m),
    })
    await fillIn(file)
    const filled = await runBash(check).catch((error: { stdout: string }) => error)
    expect(filled.stdout).toMatch(/^ok +The settings are in order/m)
    const page = toHere(readBlock('check of a page')).replace('https://shop.example', 'http://absent.invalid')
    const looked = await runBash(page).catch((error: { stdout: string }) => error)
    expect(looked.stdout).toMatch(/^problem +The page cannot be fetched from http:\/\/absent\.invalid/m)
  })

  test('tells where an alert has gone', async () => {
    writeFileSync(join(folder.path, 'ringup.env'), read(settings))
    const bodies: string[] = []
    const receiver = await listen(
      async (request) => {
        bodies.push(await request.text())
        return new Response(null, { status: 204 })
      },
      { host: '127.0.0.1', port: 0 },
    )
    const { stdout } = await runBash(toHere(readBlock('test alert')), { RINGUP_ALERT_URL: receiver.url })
    await receiver.stop()
    expect(stdout).toMatch(/^127\.0\.0\.1:\d+ has taken the test alert \(204\)\.$/m)
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ alert: 'test' })
  })

  test('is composed of files that are there', async () => {
    const { stdout } = await runBash(`docker() { printf '%s %s\\n' "$EVENTS_HOST" "$*"; }\n${readBlock('compose')}`)
    const [, host, file = ''] = /^(\S+) compose -f (\S+) up -d --build$/.exec(stdout.trim()) ?? []
    expect(host).toBe('events.shop.example')
    expect(read(file)).toContain(readBlock('compose'))
  })

  test('is built, started and asked by Docker with files and a folder that its image has', async () => {
    // The last command runs; of the others the arguments are looked at.
    const docker = `docker() { if [ "$1" = exec ]; then shift 2; "$@"; else printf '%s\\n' "$*"; fi; }`
    const { stdout } = await runBash(`${docker}\n${readBlock('docker')}`, parseEnv(read(settings)))
    const [build = '', run = '', ...listed] = stdout.trim().split('\n')
    const [, file = ''] = /^build -f (\S+) -t ringup \.$/.exec(build) ?? []
    const image = read(file)
    expect(image).toContain('RINGUP_DATABASE=/data/')
    expect(image).toContain('EXPOSE 8787')
    expect(run).toMatch(/^run .*--read-only .*-v ringup:\/data -p 127\.0\.0\.1:8787:8787 ringup$/)
    expect(image.replaceAll(/^# */gm, '')).toContain(readBlock('docker').replaceAll(/^ +|\ndocker exec.*/gm, ''))
    expect(listed.join('\n')).toContain(order.id)
  })

  test.skipIf(!isInstalled('sqlite3'))('is backed up whole, running and stopped', async () => {
    const systemctl = `systemctl() { [ "$1" = start ] || { kill -TERM ${proxy.child.pid}; while kill -0 ${proxy.child.pid} 2>/dev/null; do sleep 0.05; done; }; }`
    const list = `RINGUP_DATABASE=${folder.path}/backup/ringup.db ringup --env-file ${settings} events list`
    const toCopies = toHere(readBlock('backup')).split('\n')
    expect(toCopies).toHaveLength(2)
    for (const copy of toCopies) {
      const { stdout } = await runBash(`rm -f ${folder.path}/backup/*\n${systemctl}\n${copy}\n${list}`)
      expect(stdout).toContain(order.id)
    }
  })
})

test('the tests of the interface run against the API that they are told of', async () => {
  const authorization = 'Token of this test'
  const api = await startApi({ authorization, port: 0, lists: { '42': 'One', '43': 'Other' } })
  await createClient(api.baseUrl, authorization).post('sessions/', { email: 'you@example.com' })
  const commands = readBlock('tests of the interface')
    .replace('https://api.example.com/v1/shop', api.baseUrl)
    .replace('Token …', authorization)
  // Some, to see where they go: all of them run by themselves beside this test.
  const { ended, said } = startBash(`${commands.trim()} -- -t 'adding a contact'`, {})
  expect(await ended, said()).toBe(0)
  expect(said()).toMatch(/Tests .* passed/)
  await api.stop()
})

function startBash(commands: string, env: Record<string, string>): Running {
  return watch(spawn('bash', ['-ec', commands], { env: { ...environment, ...env } }))
}

function end({ child, ended }: Running): Promise<number | null> {
  child.kill('SIGTERM')
  return ended
}

/** Promise: the files for nginx and Caddy work unchanged in the real web server, in front of the real proxy. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPort } from '../support/free-port.js'
import { isInstalled } from '../support/programs.mjs'
import { newOrder } from '../support/proxy.js'
import { readText } from '../support/readme.js'
import { type OwnProxy, openProxy, SNIPPET } from '../support/servers.js'
import { until, untilAnswered } from '../support/until.js'
import { HEADERS, send } from '../support/wire.js'

const CADDYFILE = 'src/proxy/deploy/Caddyfile'

const post = (url: string, headers = {}) => send(url, { headers: { ...HEADERS, ...headers }, body: newOrder() })

const getScript = (url: string, headers = {}) => fetch(`${url}/ringup/ringup.js`, { headers })

interface Opened {
  /** The web server's address. */
  url: string
  proxy: OwnProxy
}

/** @param describeOwn the tests of this web server alone, after those of both */
function describeServer(
  program: 'nginx' | 'caddy',
  start: (proxy: OwnProxy, port: number) => ChildProcess,
  describeOwn: (open: () => Opened) => void,
) {
  describe.skipIf(!isInstalled(program))(`with ${program} in front`, () => {
    let proxy: OwnProxy
    let url: string
    let server: ChildProcess

    beforeAll(async () => {
      proxy = await openProxy({ trustedHops: 1, ratePerIp: 3 })
      const port = await findPort()
      url = `http://127.0.0.1:${port}`
      server = start(proxy, port)
      await untilAnswered(url)
    })
    afterAll(async () => {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      await proxy.remove()
    })

    test('an order is accepted', async () => {
      const { status, text } = await post(url)
      expect([status, JSON.parse(text)]).toMatchObject([202, { ok: true }])
    })

    test('an event over 64 KiB is refused by the proxy, so that the page can read why', async () => {
      const { status, text, headers } = await send(url, { body: 'x'.repeat(100_000) })
      expect([status, JSON.parse(text)]).toEqual([413, { ok: false, code: 'too_large' }])
      expect(headers['access-control-allow-origin']).toBe('*')
    })

    test('the limit counts by the address that the server sees, not by the client’s header', async () => {
      const statuses: number[] = []
      for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
        statuses.push((await post(url, { 'x-forwarded-for': address })).status)
      expect(statuses).toContain(429)
    })

    describeOwn(() => ({ url, proxy }))
  })
}

/** Runs nginx in the foreground, with its own folder for all that it writes. */
function startNginx({ folder, port: own }: OwnProxy, port: number): ChildProcess {
  const site = readText('src/proxy/deploy/nginx.conf')
    .replace('127.0.0.1:8787', `127.0.0.1:${own}`)
    .replace('/var/cache/ringup', join(folder, 'cache'))
    .replace('200 10s', '200 1s')
    .replace('server {', `server { listen ${port}; add_header X-Cache $upstream_cache_status;`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('')} ${site} }`,
  )
  return spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' })
}

describeServer('nginx', startNginx, (open) => {
  test('the snippet is compressed, and sent once', async () => {
    const first = await getScript(open().url, { 'accept-encoding': 'br' })
    const second = await getScript(open().url, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([first.headers.get('content-encoding'), await first.text()]).toEqual(['br', SNIPPET])
    expect(second.status).toBe(304)
  })

  test('a shopper with many cookies gets the snippet', async () => {
    const cookie = Array.from({ length: 3 }, (_, n) => `c${n}=${'x'.repeat(2_000)}`).join('; ')
    expect((await getScript(open().url, { cookie })).status).toBe(200)
  })

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', null],
    ['identity', null],
  ])('a browser that accepts %s gets %j', async (accepted, coding) => {
    for (let time = 0; time < 2; time += 1) {
      const answer = await getScript(open().url, { 'accept-encoding': accepted })
      expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([coding, SNIPPET])
    }
  })

  test('the cache has a file for each coding, so a stranger cannot fill the disk', async () => {
    const folder = join(open().proxy.folder, 'cache')
    const countFiles = () =>
      readdirSync(folder).filter((name) => !name.includes('.') && statSync(join(folder, name)).isFile()).length
    const get = (name: string, accepted: string) =>
      fetch(`${open().url}/ringup/${name}`, { headers: { 'accept-encoding': accepted } })
    for (const accepted of ['br', 'gzip', 'identity']) await get('ringup.js', accepted)
    const before = countFiles()
    const names = Array.from({ length: 20 }, (_, n) => [`ringup.js?${n}`, `ringup-${n}.js`])
    await Promise.all(names.flat().map((name, n) => get(name, `x${n}`)))
    expect([before, countFiles()]).toEqual([3, 3])
  })

  test('an old script is served only while the proxy is away', async () => {
    const get = async () => {
      const { status, headers } = await getScript(open().url, { 'accept-encoding': 'br' })
      return { status, coding: headers.get('content-encoding'), cache: headers.get('x-cache') }
    }
    await get()
    await until(async () => (await get()).cache !== 'HIT') // after a second, nginx asks the proxy again
    await until(async () => (await get()).cache === 'HIT')
    await open().proxy.stop()
    expect((await post(open().url)).status).toBe(502)
    await until(async () => (await get()).cache === 'STALE')
    expect(await get()).toEqual({ status: 200, coding: 'br', cache: 'STALE' })
  })
})

function startCaddy({ folder, port: own, settings }: OwnProxy, port: number): ChildProcess {
  const homes = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const place = { EVENTS_HOST: `http://127.0.0.1:${port}`, RINGUP_AT: `127.0.0.1:${own}` }
  const env = { PATH: process.env.PATH, ...homes, ...place, RINGUP_SCRIPTS: `${settings.database}-scripts` }
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', CADDYFILE], { env, stdio: 'ignore' })
}

describeServer('caddy', startCaddy, (open) => {
  test('without EVENTS_HOST it names the missing setting', () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', CADDYFILE]
    const { status, stderr } = spawnSync('caddy', args, { env: { PATH: process.env.PATH }, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('EVENTS_HOST:is-not-set-to-a-host-name-such-as')])
  })

  test('the script is served, other paths are not', async () => {
    const paths = ['/ringup/ringup.js', '/', '/ringupx', '/health', '/metrics']
    const answers = await Promise.all(paths.map((path) => fetch(open().url + path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404, 404])
  })

  test('the script comes from the disk, also while the proxy is away', async () => {
    const { url, proxy } = open()
    const names = readdirSync(`${proxy.settings.database}-scripts`).filter((name) => name.endsWith('.js'))
    expect(names).toHaveLength(2)
    const get = (from: string, name: string) =>
      fetch(`${from}/ringup/${name}`, { headers: { 'accept-encoding': 'br' } })
    const kept = ['content-type', 'cache-control', 'access-control-allow-origin', 'content-encoding']
    const toHeaders = ({ headers }: Response) => kept.map((name) => headers.get(name))
    const direct = await Promise.all(names.map((name) => get(proxy.url, name)))
    const unknown = await get(url, 'ringup-0.0.1-0123456789abcdef.js')
    expect([unknown.status, await unknown.json()]).toEqual([404, { ok: false, code: 'unknown_script' }])
    await proxy.stop()
    const answers = await Promise.all(names.map((name) => get(url, name)))
    expect(answers.map(toHeaders)).toEqual(direct.map(toHeaders))
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([SNIPPET, SNIPPET])
  })
})

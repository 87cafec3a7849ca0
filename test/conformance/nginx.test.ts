/** Promise: the guide's configuration works in a real nginx in front of the real proxy. */
import { type ChildProcess, spawn } from 'node:child_process'
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

describe.skipIf(!isInstalled('nginx'))('behind nginx with the guide’s file', () => {
  let proxy: OwnProxy
  let url: string
  let nginx: ChildProcess

  beforeAll(async () => {
    proxy = await openProxy({ trustedHops: 1, ratePerIp: 3 })
    const port = await findPort()
    url = `http://127.0.0.1:${port}`
    nginx = startNginx(port)
    await untilAnswered(url)
  })
  afterAll(async () => {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
    await proxy.remove()
  })

  /** Runs nginx in the foreground, with its own folder for all that it writes. */
  function startNginx(port: number): ChildProcess {
    const { folder } = proxy
    const site = readText('src/proxy/deploy/nginx.conf')
      .replace('127.0.0.1:8787', `127.0.0.1:${proxy.port}`)
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

  const post = (body: unknown, headers = {}) => send(url, { headers: { ...HEADERS, ...headers }, body })

  test('an order is accepted', async () => {
    const order = newOrder()
    const { status, text } = await post(order)
    expect([status, JSON.parse(text)]).toEqual([202, { ok: true, id: order.id }])
  })

  test('an event over 64 KiB is refused by the proxy, so that the page can read why', async () => {
    const { status, text, headers } = await post('x'.repeat(100_000))
    expect([status, JSON.parse(text)]).toEqual([413, { ok: false, code: 'too_large' }])
    expect(headers['access-control-allow-origin']).toBe('*')
  })

  test('the limit counts by the address that nginx sees, not by the client’s header', async () => {
    const statuses: number[] = []
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
      statuses.push((await post(newOrder(), { 'x-forwarded-for': address })).status)
    expect(statuses).toContain(429)
  })

  test('the snippet is compressed, and sent once', async () => {
    const first = await fetch(`${url}/ringup/ringup.js`, { headers: { 'accept-encoding': 'br' } })
    const etag = first.headers.get('etag') ?? ''
    const second = await fetch(`${url}/ringup/ringup.js`, { headers: { 'if-none-match': etag } })
    expect([first.headers.get('content-encoding'), await first.text()]).toEqual(['br', SNIPPET])
    expect(second.status).toBe(304)
  })

  test('a shopper with many cookies gets the snippet', async () => {
    const cookie = Array.from({ length: 3 }, (_, n) => `c${n}=${'x'.repeat(2_000)}`).join('; ')
    expect((await fetch(`${url}/ringup/ringup.js`, { headers: { cookie } })).status).toBe(200)
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
      const answer = await fetch(`${url}/ringup/ringup.js`, { headers: { 'accept-encoding': accepted } })
      expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([coding, SNIPPET])
    }
  })

  test('the cache has a file for each coding, so a stranger cannot fill the disk', async () => {
    const folder = join(proxy.folder, 'cache')
    const countFiles = () =>
      readdirSync(folder).filter((name) => !name.includes('.') && statSync(join(folder, name)).isFile()).length
    const get = (query: string, accepted: string) =>
      fetch(`${url}/ringup/ringup.js${query}`, { headers: { 'accept-encoding': accepted } })
    for (const accepted of ['br', 'gzip', 'identity']) await get('', accepted)
    const before = countFiles()
    await Promise.all(Array.from({ length: 20 }, (_, n) => get(`?${n}`, `x${n}`)))
    expect([before, countFiles()]).toEqual([3, 3])
  })

  test('an old script is served only while the proxy is away', async () => {
    const get = async () => {
      const { status, headers } = await fetch(`${url}/ringup/ringup.js`, { headers: { 'accept-encoding': 'br' } })
      return { status, coding: headers.get('content-encoding'), cache: headers.get('x-cache') }
    }
    const script = { status: 200, coding: 'br' }
    await get()
    await until(async () => (await get()).cache !== 'HIT') // after a second, nginx asks the proxy again
    await until(async () => (await get()).cache === 'HIT')
    await proxy.stop()
    expect((await post(newOrder())).status).toBe(502)
    await until(async () => (await get()).cache === 'STALE')
    expect(await get()).toEqual({ ...script, cache: 'STALE' })
  })
})

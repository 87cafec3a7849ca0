/** Promise: the demo starts without any setting, names the reason if it cannot, and removes its data. */
import { readdirSync } from 'node:fs'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type DemoOptions, startDemo } from '../../demo/start.js'
import { listen } from '../../src/proxy/run/listen.js'
import { newFolder } from '../support/proxy.js'

const HOST = '127.0.0.1'
// The tests have their own folder for temporary files, because other demos may run on this machine.
const { path: temporary, remove } = newFolder()
vi.stubEnv('TMPDIR', temporary)
afterAll(() => {
  vi.unstubAllEnvs()
  remove()
})

const running: { stop(): Promise<void> }[] = []
const keep = <T extends { stop(): Promise<void> }>(started: T): T => {
  running.push(started)
  return started
}

afterEach(async () => {
  for (const started of running.splice(0).reverse()) await started.stop()
})

const start = async (options: DemoOptions = {}) => keep(await startDemo(options))

const readFolders = () => readdirSync(temporary)

test('a port in use is named with its setting, and no server keeps running', async () => {
  const { port } = keep(await listen(() => new Response(), { host: HOST, port: 0 }))
  const sentence = `Port ${port} on ${HOST} is already in use. Set RINGUP_ADMIN_PORT to another, or end what uses this one.`
  await expect(start({ operatorPort: port })).rejects.toThrow(sentence)
  expect(readFolders()).toEqual([])
})

test('the shop links panel, inspector, operator’s page and set-up, and each answers', async () => {
  const { shop, operator } = await start()
  const page = await (await fetch(`${shop.url}/`)).text()
  const bar = /<p class="tools">(.*?)<\/p>/s.exec(page)?.[1] ?? ''
  const links = [...bar.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href, `${shop.url}/`).href)
  expect(links).toEqual([`${shop.url}/?ringup-debug`, `${shop.url}/inspector`, `${operator.url}/`, `${shop.url}/setup`])
  const answers = await Promise.all([...links, `${shop.url}/ringup/ringup.js`].map((url) => fetch(url)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('API and proxy stop and start again, and the API keeps its data', async () => {
  const { api, shop, faults } = await start()
  const headers = { authorization: api.authorization, 'content-type': 'application/json' }
  const request = (init: RequestInit = {}) => fetch(`${api.baseUrl}/sessions/`, { headers, ...init })
  await request({ method: 'POST', body: '{"email":"you@example.com"}' })
  await faults.change({ api: 'away', proxy: 'away' })
  await expect(request()).rejects.toThrow()
  expect((await fetch(`${shop.url}/`)).status).toBe(200)
  expect((await fetch(`${shop.url}/ringup`, { method: 'POST', body: '{}' })).status).toBe(502)
  await faults.change({ api: 'fine' })
  expect(await (await request()).json()).toMatchObject({ sessions: [{ email: 'you@example.com' }] })
})

test('stopping removes the databases', async () => {
  const demo = await start()
  expect(readFolders()).toHaveLength(1)
  await demo.stop()
  expect(readFolders()).toEqual([])
})

test('another site cannot press a switch of the inspector', async () => {
  const { shop, faults } = await start()
  const press = async (type: string) => {
    const headers = { 'content-type': type }
    return (await fetch(`${shop.url}/inspector/fault`, { method: 'POST', headers, body: '{"api":"away"}' })).status
  }
  expect([await press('text/plain'), faults.read().api, await press('application/json'), faults.read().api]).toEqual([
    415,
    'fine',
    200,
    'away',
  ])
})

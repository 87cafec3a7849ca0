/** Promise: the demo starts without any setting, names the reason if it cannot, and removes its data. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { toFindCommand } from '../../demo/environment.js'
import { type Demo, type DemoOptions, startDemo } from '../../demo/start.js'
import { listen } from '../../src/proxy/run/listen.js'
import { newFolder } from '../support/proxy.js'
import { readme } from '../support/readme.js'

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

const start = async (ports: DemoOptions = {}): Promise<Demo> => keep(await startDemo(ports))

const readFolders = () => readdirSync(temporary)

test.each([
  ['port', 'PORT'],
  ['apiPort', 'API_PORT'],
  ['operatorPort', 'RINGUP_ADMIN_PORT'],
])('a %s in use is named with its setting %s, and no server keeps running', async (which, name) => {
  const { port } = keep(await listen(() => new Response(), { host: HOST, port: 0 }))
  const sentence = `Port ${port} on ${HOST} is already in use. Set ${name} to another, or end what uses this one.`
  await expect(start({ [which]: port })).rejects.toThrow(sentence)
  expect(readFolders()).toEqual([])
})

test('each page of the shop links debug panel, inspector, operator’s page and set-up', async () => {
  const { shop, operator } = await start()
  const page = await (await fetch(`${shop.url}/`)).text()
  expect(page).toMatch(/<script async src="\/ringup\/ringup\.js"[^>]* data-debug="ask">/)
  const bar = /<p class="tools">(.*?)<\/p>/s.exec(page)?.[1] ?? ''
  const links = [...bar.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href, `${shop.url}/`).href)
  expect(links).toEqual([`${shop.url}/?ringup-debug`, `${shop.url}/inspector`, `${operator.url}/`, `${shop.url}/setup`])
  const answers = await Promise.all([...links, `${shop.url}/ringup/ringup.js`].map((url) => fetch(url)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('shop and operator’s page link the set-up page, which knows the addresses', async () => {
  const { shop, operator } = await start()
  const setup = await fetch(`${shop.url}/setup`)
  expect(setup.url).toBe(`${operator.url}/setup`)
  const text = await setup.text()
  expect(text).toMatch(/<h1>Set up Ringup<\/h1>\s*<nav[^>]*><a href="\/">Operator’s page<\/a>/)
  expect(text).toContain(`{"origin":"${shop.url.replace('127.0.0.1', 'localhost')}"`)
  expect(await (await fetch(`${operator.url}/`)).text()).toContain('<a href="/setup">Set-up</a>')
})

test('the command in the terminal finds the order that it names', async () => {
  const { shop, folder } = await start()
  const [, words = ''] = /^npm run ringup -- (.+)$/.exec(toFindCommand(folder, shop.orders.nextNumber())) ?? []
  // Without a browser: the shop places the order, and the test reports it.
  await fetch(`${shop.url}/orders/example`, { method: 'POST', redirect: 'manual' })
  const [order] = shop.orders.all()
  const body = { email: order?.email, cart_data: { order_number: order?.number } }
  const event = { v: 3, id: randomUUID(), kind: 'convert', age: 0, raw: { passed: [body] } }
  const headers = { origin: shop.url, 'content-type': 'text/plain' }
  await fetch(`${shop.url}/ringup`, { method: 'POST', headers, body: JSON.stringify(event) })
  const find = async () => (await promisify(execFile)('node', ['dist/cli.js', ...words.split(' ')])).stdout
  await expect.poll(find, { interval: 500 }).toContain(', delivered ')
})

test('the shop serves its pages without the proxy', async () => {
  const { shop, faults } = await start()
  await faults.change({ proxy: 'away' })
  expect((await fetch(`${shop.url}/`)).status).toBe(200)
  expect((await fetch(`${shop.url}/ringup`, { method: 'POST', body: '{}' })).status).toBe(502)
})

test('an API that stops and starts again keeps its data', async () => {
  const { api, faults } = await start()
  const headers = { authorization: api.authorization, 'content-type': 'application/json' }
  const ask = (init: RequestInit = {}) => fetch(`${api.baseUrl}/sessions/`, { headers, ...init })
  await ask({ method: 'POST', body: '{"email":"you@example.com"}' })
  await faults.change({ api: 'away' })
  await expect(ask()).rejects.toThrow()
  await faults.change({ api: 'fine' })
  expect(await (await ask()).json()).toMatchObject({ sessions: [{ email: 'you@example.com' }] })
})

test('stopping removes the databases', async () => {
  const demo = await start()
  expect(readFolders()).toHaveLength(1)
  await demo.stop()
  expect(readFolders()).toEqual([])
})

test('an event reaches the proxy if another undici than Node’s own serves fetch()', async () => {
  const [usual, strict] = [getGlobalDispatcher(), new Agent()]
  setGlobalDispatcher(strict)
  try {
    const { shop } = await start()
    const headers = { origin: shop.url, 'content-type': 'text/plain' }
    const answer = await fetch(`${shop.url}/ringup`, { method: 'POST', headers, body: '[' })
    expect(await answer.json()).toEqual({ ok: false, code: 'not_json' })
  } finally {
    setGlobalDispatcher(usual)
    await strict.destroy()
  }
})

test.each(['inspector.png', 'inspector-dark.png'])('the README has %s, which is below 160 KB', (file) => {
  expect(readme).toContain(`demo/pictures/${file}`)
  expect(statSync(`demo/pictures/${file}`).size).toBeLessThan(160_000)
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

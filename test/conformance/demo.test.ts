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

/** Promise: the guide's examples for a server that a shop already has answer events, and the API gets them. */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { transform } from 'esbuild'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApi } from '../../demo/reference-api/start.js'
import { createClient } from '../support/api.js'
import { newOrder, ORIGIN, toPassed } from '../support/proxy.js'
import { watch } from '../support/proxy-process.js'
import { readBlock } from '../support/readme.js'
import { until } from '../support/until.js'

const AUTHORIZATION = 'Token of this test'
/** Within the package, so that the examples import it by its name. */
const FOLDER = resolve('test-results/own-server')
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

const ON_NODE = `import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
const listen = (listener) => { const server = createServer(listener).listen(0, () => console.log('port', server.address().port)) }`

/** Each example, and the shop's own server in which it is used. Next.js calls the functions of a route by their methods. */
const SERVERS = [
  ['own server with Hono', "import app from './example.mjs'; listen(getRequestListener(app.fetch))"],
  ['own server on node:http', "import { ringup } from './example.mjs'; listen(ringup)"],
  [
    'own server with Next.js',
    "import * as route from './example.mjs'; listen(getRequestListener((request) => route[request.method](request)))",
  ],
] as const

test.each(SERVERS)('%s answers, serves the script, and forwards', async (name, server) => {
  const api = await startApi({ authorization: AUTHORIZATION, port: 0 })
  onTestFinished(() => api.stop())
  const client = createClient(api.baseUrl, AUTHORIZATION)
  const order = newOrder()
  const { email } = toPassed(order)
  await client.post('sessions/', { email })
  const url = await run(name, server, api.baseUrl)
  const headers = { origin: ORIGIN, 'content-type': 'text/plain' }
  expect((await fetch(`${url}/ringup`, { method: 'POST', headers, body: JSON.stringify(order) })).status).toBe(202)
  expect((await fetch(`${url}/ringup/ringup.js`)).status).toBe(200)
  await expect.poll(async () => JSON.stringify((await client.get('conversions/')).body)).toContain(email)
})

/** Starts the example in a process of its own. @returns its address */
async function run(name: (typeof SERVERS)[number][0], server: string, apiUrl: string): Promise<string> {
  const folder = join(FOLDER, name.replaceAll(/\W/g, '-'))
  mkdirSync(folder, { recursive: true })
  const { code } = await transform(readBlock(name), { loader: 'ts' })
  writeFileSync(join(folder, 'example.mjs'), code)
  writeFileSync(join(folder, 'server.mjs'), `${ON_NODE}\n${server}`)
  const env = {
    PATH: process.env.PATH,
    RINGUP_API_URL: apiUrl,
    RINGUP_API_AUTHORIZATION: AUTHORIZATION,
    RINGUP_ORIGINS: ORIGIN,
    RINGUP_KEY: Buffer.alloc(32, 7).toString('base64'),
    RINGUP_DATABASE: join(folder, 'ringup.db'),
    PORT: '0',
    RINGUP_ADMIN_PORT: '0',
  }
  const { child, said, ended } = watch(spawn(process.execPath, ['server.mjs'], { cwd: folder, env }))
  onTestFinished(() => void child.kill('SIGKILL'))
  const ready = until(() => /port (\d+)/.exec(said())?.[1])
  const port = await Promise.race([ready, ended.then(() => undefined)])
  expect(port, said()).toBeDefined()
  return `http://127.0.0.1:${port}`
}

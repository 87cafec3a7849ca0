/** A proxy that has everything an operator may have to look after: an event delivered, refused, waiting, of no list, and behind that one. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Line } from '../../src/proxy/log/line.js'
import { type Started, startProxy } from '../../src/proxy/run/node.js'
import { createSettings, newFolder, newOrder, newSignUp, ORIGIN } from './proxy.js'
import { until } from './until.js'

export const ADMIN_TOKEN = 'token-of-the-operator'
const toOrder = (name: string, order_number: string) =>
  newOrder({
    email: `${name}-secret@mail.example.com`,
    cart_data: { order_number, cart_value: 4373, note: 'secret note' },
  })

/** Makes events, by what becomes of them. */
export function newEvents() {
  const unknownList = newSignUp({ email: 'max-secret@mail.example.com' })
  return {
    delivered: toOrder('ada', '1001'),
    refused: toOrder('bob', '1002'),
    waiting: toOrder('eve', '1003'),
    unknownList,
    /** Another sign-up of the same customer to the same list. */
    behind: newSignUp({ email: unknownList.body.email, city: 'Graz' }),
  }
}
export const ANSWER = '{"email":["bob-secret is not known"],"birthdate":["Not a date."]}'

const STATUS: Record<string, number> = { nobody: 400, ada: 200, bob: 422, eve: 503, max: 404 }

export interface OperatorProxy extends Started {
  events: ReturnType<typeof newEvents>
  logged: Line[]
  post(event: object, origin?: string): Promise<number>
  /** Lets the API take everything from now on. */
  mend(): void
  remove(): Promise<void>
}

/** @param database as `RINGUP_DATABASE` names it; a new file without */
export async function startOperatorProxy({
  database,
  token = ADMIN_TOKEN,
}: {
  database?: string
  token?: string
} = {}) {
  const folder = newFolder()
  let isMended = false
  const api = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const [name = ''] = (JSON.parse(body).email ?? 'nobody').split('-') // the neutral question has none
    const status = isMended ? 200 : (STATUS[name] ?? 200)
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 422 ? ANSWER : '{}')
  })
  await once(api.listen(0, '127.0.0.1'), 'listening')
  const snippetFile = join(folder.path, 'ringup.js')
  writeFileSync(snippetFile, '// snippet')
  const logged: Line[] = []
  const proxy = await startProxy(
    createSettings({
      apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, // it listens on TCP
      database: database ?? join(folder.path, 'ringup.db'),
      adminTokens: token ? [token] : [],
    }),
    {
      snippetFile,
      pageFolder: pathToFileURL(`${resolve('dist')}/`),
      historyMs: 100,
      pollMs: 100,
      log: (line) => void logged.push(line),
    },
  )
  const operator: OperatorProxy = {
    ...proxy,
    events: newEvents(),
    logged,
    async post(event, origin = ORIGIN) {
      const headers = { origin, 'content-type': 'text/plain' }
      return (await fetch(`${proxy.url}/ringup`, { method: 'POST', headers, body: JSON.stringify(event) })).status
    },
    mend() {
      isMended = true
    },
    async remove() {
      await proxy.stop()
      api.close()
      folder.remove()
    },
  }
  for (const event of Object.values(operator.events)) await operator.post(event)
  await operator.post(operator.events.delivered, 'https://not-the-shop.example')
  await operator.post({ v: 1 })
  await until(async () => {
    const { waiting, dead } = (await (await fetch(`${proxy.adminUrl}/health`)).json()) as {
      waiting: number
      dead: number
    } // its figures
    return waiting === 3 && dead === 1 && logged.some(({ event }) => event === 'list_held')
  })
  return operator
}

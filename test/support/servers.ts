/** Servers in the test's own process: one with given answers, and a proxy with its own folder. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { withQueue } from '../../src/proxy/operate/commands/storage.js'
import { type Started, startProxy } from '../../src/proxy/run/node.js'
import type { Settings } from '../../src/proxy/settings.js'
import { createSettings, newFolder } from './proxy.js'

export interface Served {
  /** The address, without a slash at the end. */
  url: string
  port: number
  /** Closes all connections and refuses new ones. */
  goAway(): Promise<void>
  /** Listens again on its port. */
  comeBack(): Promise<void>
  stop(): void
}

export async function serve(answer: RequestListener): Promise<Served> {
  const server = createServer(answer)
  const listen = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'))
  await listen(0)
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const goAway = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    goAway,
    comeBack: async () => (server.listening ? undefined : listen(port)),
    stop: () => void goAway(),
  }
}

/** Stands in for the script. */
export const SNIPPET = '/* the snippet, or any other text */'

export interface OwnProxy extends Started {
  /** Its folder. The database is in it unless the settings name another. */
  folder: string
  settings: Settings
  /** Makes all waiting events due, as `ringup events send` does. Otherwise a webhook's order waits for a minute. */
  hurry(): Promise<void>
  /** Stops the proxy and removes its folder. */
  remove(): Promise<void>
}

/** @param settings in addition to the usual ones, and options of `startProxy` */
export async function openProxy(
  more: Partial<Settings> = {},
  options: Parameters<typeof startProxy>[1] = {},
): Promise<OwnProxy> {
  const folder = newFolder()
  const snippetFile = join(folder.path, 'ringup.js')
  writeFileSync(snippetFile, SNIPPET)
  const settings = createSettings({ database: join(folder.path, 'ringup.db'), ...more })
  const proxy = await startProxy(settings, { snippetFile, log: () => {}, ...options })
  const remove = async () => {
    await proxy.stop()
    folder.remove()
  }
  const hurry = () =>
    withQueue(async (admin) => {
      for await (const { id } of admin.list({ state: 'waiting' })) await admin.send(id)
    }, settings)
  return { ...proxy, folder: folder.path, settings, hurry, remove }
}

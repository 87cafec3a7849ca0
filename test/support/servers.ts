/** Servers of a test, in its own process: one that answers as it is told, and a proxy with a folder of its own. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Started, startProxy } from '../../src/proxy/run/node.js'
import type { Settings } from '../../src/proxy/settings.js'
import { createSettings, newFolder } from './proxy.js'

export interface Served {
  /** The address, without a slash at the end. */
  url: string
  port: number
  /** Its connections end, and new ones are refused. */
  goAway(): Promise<void>
  /** Listens again, on the same port. */
  comeBack(): Promise<void>
  stop(): void
}

export async function serve(answer: RequestListener): Promise<Served> {
  const server = createServer(answer)
  const listen = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'))
  await listen(0)
  const { port } = server.address() as AddressInfo // it listens on TCP
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

/** What stands in for the script. */
export const SNIPPET = '/* the snippet, or any other text */'

export interface OwnProxy extends Started {
  /** Its folder, with its database unless the settings name another. */
  folder: string
  settings: Settings
  /** Stops it, and removes its folder. */
  remove(): Promise<void>
}

/** @param more settings than the usual ones, and what `startProxy` may be told */
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
  return { ...proxy, folder: folder.path, settings, remove }
}

/** A proxy in its own process, in front of an API that can fail. */
import { join } from 'node:path'
import { newFolder } from './proxy.js'
import { createProxyProcess, type ProxyProcess } from './proxy-process.js'
import { startTroubledApi, type TroubledApi } from './troubled-api.js'

export interface TroubledProxy {
  api: TroubledApi
  proxy: ProxyProcess
  /** The proxy's database file. */
  database: string
  stop(): Promise<void>
}

export async function startTroubledProxy(environment: Record<string, string> = {}): Promise<TroubledProxy> {
  const folder = newFolder()
  const database = join(folder.path, 'ringup.db')
  const api = await startTroubledApi()
  const proxy = await createProxyProcess({
    RINGUP_API_URL: api.baseUrl,
    RINGUP_DATABASE: database,
    ...environment,
  })
  const stop = async () => {
    await proxy.kill()
    await api.stop()
    folder.remove()
  }
  await proxy.start().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { api, proxy, database, stop }
}

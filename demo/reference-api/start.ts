/** Starts the reference API on an address of its own. */
import { type Listening, listen } from '../../src/proxy/run/listen.js'
import { type ApiOptions, createApi, DEFAULT_BASE_PATH } from './index.js'

export interface StartedApi extends Listening {
  /** The `base_url` of clients, without a slash at the end. */
  baseUrl: string
}

/** @throws Error in a sentence for the operator if the address or the database cannot be used */
export async function startApi(options: ApiOptions & { host?: string; port: number }): Promise<StartedApi> {
  const { host = '127.0.0.1', port, basePath = DEFAULT_BASE_PATH } = options
  const api = createApi(options)
  try {
    const listening = await listen(api.fetch, { host, port, settings: { port: 'API_PORT' } })
    const stop = async (graceMs?: number) => {
      await listening.stop(graceMs)
      api.close()
    }
    return { ...listening, stop, baseUrl: listening.url + basePath }
  } catch (error) {
    api.close()
    throw error
  }
}

/** Has the proxy keep settings in a file. The proxy serves them with the script from the next request on. */
import type { TagSettings } from './known.js'

/** `sign in`: only the operator may. `hasFile`: the proxy has a file to write. */
export type Kept = { as: 'kept' } | { as: 'sign in' } | { as: 'refused'; sentence: string; hasFile: boolean }

export async function keepSettings(settings: TagSettings): Promise<Kept> {
  const headers = { 'content-type': 'application/json' }
  const request = fetch('/setup/tag', { method: 'PUT', headers, body: JSON.stringify(settings) })
  const response = await request.catch(() => undefined)
  if (response?.status === 204) return { as: 'kept' }
  if (response?.status === 401 || response?.status === 403) return { as: 'sign in' }
  const { error } = Object(await response?.json().catch(() => undefined))
  const sentence = typeof error === 'string' ? error : UNREACHABLE
  return { as: 'refused', sentence, hasFile: response?.status !== 409 }
}

const UNREACHABLE = 'The proxy did not keep the settings. Is it running, and is it of this version?'

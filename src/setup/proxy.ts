/** Requests of the set-up page to the proxy that serves it. */
import type { Finding } from '../contract/finding.js'
import type { Known, TagSettings } from './known.js'

/**
 * Saves settings in the proxy's file. The proxy serves them with the script from the next request on.
 *
 * @returns undefined once they are saved; `sign in` if only the operator may save; else the reason in a sentence
 */
export async function saveSettings(settings: TagSettings): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json' }
  const request = fetch('/setup/tag', { method: 'PUT', headers, body: JSON.stringify(settings) })
  const response = await request.catch(() => undefined)
  if (response?.status === 204) return undefined
  if (response?.status === 401 || response?.status === 403) return 'sign in'
  const { error } = Object(await response?.json().catch(() => undefined))
  return typeof error === 'string' ? error : 'The proxy does not answer. Is it running?'
}

/** Reads the proxy's facts again: a recipe's name is replaced by its settings there. */
export async function readKnown(): Promise<Known | undefined> {
  const page = await fetch('/setup')
    .then((response) => response.text())
    .catch(() => '')
  const data = new DOMParser().parseFromString(page, 'text/html').querySelector('#known')?.textContent
  return JSON.parse(data ?? 'null') ?? undefined
}

const LOOK_MS = 500
/** The API has 10 s to answer, and the event may wait for others. */
const LONGEST_MS = 60_000
const STAYS: Finding = {
  as: 'problem',
  sentence: 'The test order did not reach the API within a minute. The operator’s page says why.',
}

/** @returns the test order's row, once the API has answered; undefined after a stop */
export function waitForTestOrder(id: string, signal: AbortSignal): Promise<Finding | undefined> {
  const untilMs = Date.now() + LONGEST_MS
  return repeat(signal, async () => {
    // The proxy may be starting.
    const response = await fetch('/verify/order', { method: 'POST', body: id }).catch(() => undefined)
    const row: Finding | null = response?.ok ? await response.json() : null
    return row ?? (Date.now() > untilMs ? STAYS : undefined)
  })
}

/** Repeats a question until there is an answer. */
export async function repeat<Answer>(
  signal: AbortSignal,
  question: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  while (!signal.aborted) {
    const answer = await question()
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return undefined
}

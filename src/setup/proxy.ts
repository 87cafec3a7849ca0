/** Requests of the set-up page to the proxy that serves it. */
import type { Finding } from '../contract/finding.js'
import type { Known, TagSettings } from './known.js'

/** `sign in`: only the operator may save. `refused`: the reason, in a sentence. */
export type Saved = { as: 'saved' } | { as: 'sign in' } | { as: 'refused'; sentence: string }

/** Saves settings in the proxy's file. The proxy serves them with the script from the next request on. */
export async function saveSettings(settings: TagSettings): Promise<Saved> {
  const headers = { 'content-type': 'application/json' }
  const request = fetch('/setup/tag', { method: 'PUT', headers, body: JSON.stringify(settings) })
  const response = await request.catch(() => undefined)
  if (response?.status === 204) return { as: 'saved' }
  if (response?.status === 401 || response?.status === 403) return { as: 'sign in' }
  const { error } = Object(await response?.json().catch(() => undefined))
  return { as: 'refused', sentence: typeof error === 'string' ? error : 'The proxy does not answer. Is it running?' }
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
  return repeat(signal, async () => (await ask<Finding>('order', id)) ?? (Date.now() > untilMs ? STAYS : undefined))
}

/** Waits for any order: this page cannot open Shopify's checkout. */
export function waitForOrder(signal: AbortSignal): Promise<Finding | undefined> {
  let sinceMs: number | undefined
  return repeat(signal, async () => {
    sinceMs ??= await ask<number>('now')
    return sinceMs === undefined ? undefined : ask<Finding>('since', String(sinceMs))
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

async function ask<Answer>(what: 'order' | 'now' | 'since', about?: string): Promise<Answer | undefined> {
  const request = fetch(`/verify/${what}`, about === undefined ? {} : { method: 'POST', body: about })
  const response = await request.catch(() => undefined) // the proxy may be starting
  return response?.ok ? ((await response.json()) ?? undefined) : undefined
}

/** Files that are pasted into another system's admin. */
export type SetupFile = 'custom-pixel.js' | 'ringup.liquid' | 'template.tpl'

export const readFile = (name: SetupFile): Promise<string> =>
  fetch(`/setup/${name}`).then((response) => response.text())

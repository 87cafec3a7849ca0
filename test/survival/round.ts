/** One round of a case: what it is given, and the words that the cases speak. */
import type { Outcome } from '../../src/snippet/core/outcome.js'
import type {} from '../../src/snippet/window.js'
import type { Storefront } from '../support/storefront-servers.js'
import { type TestOrder, toPage } from '../support/storefront-site.js'
import type { Engine, Tab } from './engines/engine.js'

export interface Round {
  engine: Engine
  shop: Storefront
  /** A page of the shop, in a tab that is closed after the round. */
  open(path?: string): Promise<Tab>
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** An empty folder, for a browser that is started without anybody looking on. */
  profile: string
  newOrder(): Promise<TestOrder>
  /** Waits until the API has every order of the round, however long that takes within reason. What is missing then is lost. */
  arrival(): Promise<void>
}

export interface Case {
  name: string
  rounds: number
  /** Its orders must not arrive. All others arrive, once. */
  isRefused?: true
  /** How many of its orders pages may send more than once, by engine. The proxy recognises the second event by its id. */
  mostRepeated?: Record<string, number>
  /** Quick, and enough to see that the engine can be driven. */
  isSmoke?: true
  /** @throws Error when it could not be played */
  play(round: Round): Promise<void>
}

export const convert = (tab: Tab, order: TestOrder): Promise<Outcome> =>
  tab.run((order) => window.convert(order), order)

/** Calls, and waits for nothing. */
export const convertAndGo = (tab: Tab, order: TestOrder): Promise<void> =>
  tab.run((order) => void window.convert(order), order)

/** An order that could not be taken yet. */
export async function queue(tab: Tab, order: TestOrder): Promise<void> {
  const { status } = await convert(tab, order)
  if (status !== 'queued') throw new Error(`The order is ${status}, and was to wait.`)
}

export const flush = (tab: Tab): Promise<void> => tab.run(() => window.ringup.flush())

/** Nothing waits any more: whatever was to be sent again has been. */
export const acknowledged = (tab: Tab): Promise<void> =>
  until(() => tab.run(() => window.ringup.status().waiting.length === 0), 'An order waits that the proxy has.')

/** A page that reports the order by itself. */
export const toReport = (order: TestOrder, then = ''): string =>
  toPage({ body: `<script>convert(${JSON.stringify(order)})${then}</script>` })

/** Looks again until it is so. @throws Error with these words when it never is */
export async function until(condition: () => unknown, otherwise: string, timeoutMs = 120_000): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(otherwise)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

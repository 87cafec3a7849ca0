/** One round of a case: its input, and the verbs of the cases. */
import type { Outcome } from '../../src/snippet/core/outcome.js'
import type {} from '../../src/snippet/window.js'
import type { Storefront } from '../support/storefront-servers.js'
import { type TestOrder, toPage } from '../support/storefront-site.js'
import type { Engine, Tab } from './engines/engine.js'

export interface Round {
  engine: Engine
  shop: Storefront
  /** Opens a page of the shop in a tab that is closed after the round. */
  open(path?: string): Promise<Tab>
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** An empty folder for the profile of a browser without a driver. */
  profile: string
  newOrder(): Promise<TestOrder>
  /** Waits until the API has every order of the round. An order that is missing after a long time counts as lost. */
  arrival(): Promise<void>
}

export interface Case {
  name: string
  rounds: number
  /** True if its orders must not arrive. In all other cases they arrive once. */
  isRefused?: true
  /** The number of orders that pages may send more than once, by engine. The proxy recognises the second event by its id. */
  mostRepeated?: Record<string, number>
  /** A quick case, enough to see that the engine can be driven. */
  isSmoke?: true
  /** @throws Error if the round could not be played */
  play(round: Round): Promise<void>
}

export const convert = (tab: Tab, order: TestOrder): Promise<Outcome> =>
  tab.run((order) => window.convert(order), order)

/** Calls without waiting for the outcome. */
export const convertAndGo = (tab: Tab, order: TestOrder): Promise<void> =>
  tab.run((order) => void window.convert(order), order)

/** Expects an order to be queued. */
export async function queue(tab: Tab, order: TestOrder): Promise<void> {
  const { status } = await convert(tab, order)
  if (status !== 'queued') throw new Error(`The order is ${status}, and was to wait.`)
}

export const flush = (tab: Tab): Promise<void> => tab.run(() => window.ringup.flush())

/** Waits until the page has no waiting event, so all retries are done. */
export const acknowledged = (tab: Tab): Promise<void> =>
  until(
    () =>
      tab
        .run(async () => {
          // Without the rest, only the storage shows the waiting events.
          const status: { waiting: unknown[] } | undefined = await window.ringup.status()
          return status
            ? status.waiting.length === 0
            : !Object.keys(localStorage).some((key) => key.startsWith('ringup:event:'))
        })
        .catch(() => false), // between two pages the script has no page to run in
    'An order still waits although the proxy has it.',
  )

/** Makes a page that reports the order by itself. */
export const toReport = (order: TestOrder, then = ''): string =>
  toPage({ body: `<script>convert(${JSON.stringify(order)})${then}</script>` })

/** Waits for a condition. @throws Error with this message if it never holds */
export async function until(condition: () => unknown, otherwise: string, timeoutMs = 120_000): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(otherwise)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

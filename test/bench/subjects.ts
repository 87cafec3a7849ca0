/**
 * What is measured: the snippet, the bare `fetch` it is held against, and its peers.
 *
 * Peers are trackers of the npm registry that send an event with properties by themselves: as small as there are, and two
 * that send again what was not taken. Each gets the whole order as its event's properties. How each is set up, and why, is
 * said in its file in `peers`.
 */

import type { order, purchase } from './order.js'

declare global {
  interface Window {
    bench: Fixture
    dataLayer: unknown[]
    /** Reports to a peer, and settles when it is answered. */
    reportToPeer(order: unknown): Promise<unknown>
  }
}

/** What a page of the bench has besides the subject's script. */
export interface Fixture {
  /** An order with a number of its own for each call. */
  order: typeof order
  purchase: typeof purchase
  /** What the snippet sends for the order. */
  body: string
}

export interface Subject {
  /** What its call is called. */
  name: string
  /** None: nothing to load. */
  script?: string
  /** More of the script tag. */
  attributes?: string
  /** What its start-up is called; none: not measured. */
  loads?: string
  /** Runs in the page before each call, and is not measured. */
  prepare?: () => unknown
  /** Runs in the page: the call that is measured. Settles when it is answered. */
  report: () => Promise<unknown>
}

/** The peers by the file that sets each up. */
export const PEERS = [
  { name: 'plausible-tracker', file: 'plausible-tracker' },
  { name: '@plausible-analytics/tracker', file: 'plausible' },
  { name: '@snowplow/browser-tracker', file: 'snowplow' },
  { name: '@segment/analytics-next', file: 'segment' },
]

// The functions are serialised into the page: they can use nothing of this file. The first one's body is the fixture's.
export const SUBJECTS: Subject[] = [
  {
    name: 'ringup, order passed',
    script: '/ringup/ringup.js',
    attributes: 'data-convert-on="purchase"',
    loads: 'ringup.js',
    report: () => window.convert(window.bench.order),
  },
  {
    name: 'ringup, order found in the data layer',
    script: '/ringup/ringup.js',
    prepare: () => window.dataLayer.push(structuredClone(window.bench.purchase), { event: 'scroll' }),
    report: () => window.convert(),
  },
  {
    name: 'fetch, body ready',
    report: () => fetch('/ringup/', { method: 'POST', keepalive: true, body: window.bench.body }),
  },
  {
    name: 'fetch, with JSON.stringify',
    prepare: () => Object.assign(window.bench, { parsed: JSON.parse(window.bench.body) }),
    report: () => {
      const { parsed } = window.bench as Fixture & { parsed?: unknown }
      return fetch('/ringup/', { method: 'POST', keepalive: true, body: JSON.stringify(parsed) })
    },
  },
  {
    // The least work of a script that stores an event before it sends it.
    name: 'fetch, stored in localStorage first',
    prepare: () => Object.assign(window.bench, { parsed: JSON.parse(window.bench.body) }),
    report: () => {
      const { parsed } = window.bench as Fixture & { parsed?: unknown }
      const body = JSON.stringify(parsed)
      localStorage.setItem('bench', body)
      return fetch('/ringup/', { method: 'POST', keepalive: true, body })
    },
  },
  {
    // The least work of a script whose event survives a killed browser too.
    name: 'fetch, stored twice first',
    prepare: () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('bench')
        opening.onupgradeneeded = () => opening.result.createObjectStore('bench')
        opening.onsuccess = () => {
          Object.assign(window.bench, { parsed: JSON.parse(window.bench.body), database: opening.result })
          resolve()
        }
      }),
    report: () => {
      const { parsed, database } = window.bench as Fixture & { parsed?: unknown; database?: IDBDatabase }
      const body = JSON.stringify(parsed)
      localStorage.setItem('bench', body)
      const transaction = database?.transaction('bench', 'readwrite')
      transaction?.objectStore('bench').put(body, 'bench')
      transaction?.commit()
      return fetch('/ringup/', { method: 'POST', keepalive: true, body })
    },
  },
  ...PEERS.map(({ name, file }) => ({
    name,
    script: `/peers/${file}.js`,
    loads: name,
    report: () => window.reportToPeer(window.bench.order),
  })),
]

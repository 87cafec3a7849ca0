/**
 * The subjects of the bench: the snippet, a bare `fetch` as the baseline, and the snippet's peers.
 *
 * Peers are trackers from npm that send an event with properties without other tools: the smallest ones, and two that retry failed
 * events. Each gets the whole order as its event's properties. Its file in `peers` explains its set-up.
 */

import type { order, purchase } from './order.js'

declare global {
  interface Window {
    bench: Fixture
    dataLayer: unknown[]
    /** Reports to a peer, and settles with the answer. */
    reportToPeer(order: unknown): Promise<unknown>
  }
}

/** The fixture of a bench page, next to the subject's script. */
export interface Fixture {
  /** Makes an order with its own number for each call. */
  order: typeof order
  purchase: typeof purchase
  /** The body that the snippet sends for the order. */
  body: string
}

export interface Subject {
  /** The name of its call. */
  name: string
  /** Undefined if the subject has no script. */
  script?: string
  /** More attributes of the script tag. */
  attributes?: string
  /** The name of its start-up. Undefined if it is not measured. */
  loads?: string
  /** Runs in the page before each call. Its time is not measured. */
  prepare?: () => unknown
  /** Runs in the page: the measured call. Settles with the answer. */
  report: () => Promise<unknown>
}

/** The peers, by the name of the file that sets each up. */
export const PEERS = [
  { name: 'plausible-tracker', file: 'plausible-tracker' },
  { name: '@plausible-analytics/tracker', file: 'plausible' },
  { name: '@snowplow/browser-tracker', file: 'snowplow' },
  { name: '@segment/analytics-next', file: 'segment' },
]

// The functions are serialised into the page, so they cannot use anything else of this file. The first call makes the fixture's body.
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
    name: 'fetch with keepalive',
    prepare: () => Object.assign(window.bench, { parsed: JSON.parse(window.bench.body) }),
    report: () => {
      const { parsed } = window.bench as Fixture & { parsed?: unknown }
      return fetch('/ringup/', { method: 'POST', keepalive: true, body: JSON.stringify(parsed) })
    },
  },
  {
    // The minimal work of a script that stores each event. Both happen in one task, so no other task can run in between.
    name: 'fetch, then setItem',
    prepare: () => Object.assign(window.bench, { parsed: JSON.parse(window.bench.body) }),
    report: () => {
      const { parsed } = window.bench as Fixture & { parsed?: unknown }
      const body = JSON.stringify(parsed)
      const answered = fetch('/ringup/', { method: 'POST', keepalive: true, body })
      localStorage.setItem('bench', body)
      return answered
    },
  },
  ...PEERS.map(({ name, file }) => ({
    name,
    script: `/peers/${file}.js`,
    loads: name,
    report: () => window.reportToPeer(window.bench.order),
  })),
  {
    // Its default, as its guide shows it.
    name: '@plausible-analytics/tracker, with its page view',
    script: '/peers/plausible.page-view.js',
    loads: '@plausible-analytics/tracker, with its page view',
    report: () => window.reportToPeer(window.bench.order),
  },
]

/** The faults of the demo, and their meaning for the switches. */

export const SLOW_MS = 4_000
/** The `Retry-After` of the 503. */
export const RETRY_AFTER_S = 2

export const FAULTS = {
  api: {
    fine: 'The API works.',
    slow: `The API answers after ${SLOW_MS / 1000} s.`,
    '503': `The API answers 503 and asks to retry after ${RETRY_AFTER_S} s.`,
    '401': 'The API refuses the proxy’s key.',
    away: 'The API’s port is closed.',
    half: 'The API acts, and sends only half of its answer.',
  },
  proxy: {
    fine: 'The proxy works.',
    away: 'The proxy is stopped. The shop’s server answers 502 instead.',
  },
  line: {
    fine: 'The shopper is connected.',
    cut: 'The shop’s server breaks off each request for /ringup, like a lost network. The shop’s pages still load.',
  },
} as const

export interface Fault {
  api: keyof (typeof FAULTS)['api']
  proxy: keyof (typeof FAULTS)['proxy']
  line: keyof (typeof FAULTS)['line']
}

/** What can be wrong in the demo, and what that means: for the switches, and for whoever reads them. */

export const SLOW_MS = 4_000
/** What the 503 asks for, as an API that knows its load does. */
export const RETRY_AFTER_S = 2

/** What is wrong now, and what that means, for whoever switches it. */
export const FAULTS = {
  api: {
    fine: 'The API works.',
    slow: `The API takes ${SLOW_MS / 1000} s to answer.`,
    '503': `The API answers 503, and asks to retry after ${RETRY_AFTER_S} s.`,
    '401': 'The API refuses the proxy’s key.',
    away: 'Nobody listens on the API’s port.',
    half: 'The API acts, and breaks off in the middle of its answer.',
  },
  proxy: {
    fine: 'The proxy works.',
    away: 'The proxy is stopped: the shop’s server answers 502 in its place.',
  },
  line: {
    fine: 'The shopper is connected.',
    cut: 'The shop’s server breaks off each request for /ringup, as a lost network does. Its pages still come.',
  },
} as const

export interface Fault {
  api: keyof (typeof FAULTS)['api']
  proxy: keyof (typeof FAULTS)['proxy']
  line: keyof (typeof FAULTS)['line']
}

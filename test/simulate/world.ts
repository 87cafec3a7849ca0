/** All parts of one round. */
import type { Api } from './api.js'
import type { Browser, Tab } from './browser.js'
import type { Clock } from './clock.js'
import type { History } from './history.js'
import type { Link } from './network.js'
import type { Plan } from './plan.js'
import type { Server } from './proxy.js'
import type { Random } from './random.js'

export interface World {
  plan: Plan
  clock: Clock
  random: Random
  history: History
  browsers: Browser[]
  server: Server
  api: Api
  links: { page: Link; api: Link }
  isKeepaliveUsedUp: boolean
  openTab(browser: Browser): Tab
}

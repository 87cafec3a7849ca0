/**
 * One round from one plan: three shoppers' browsers, the proxy, the API, and faults in between. At the end of the round, the faults end,
 * each shopper comes back, and every promise must be kept.
 */

import type { Entry } from '../../src/proxy/queue/index.js'
import { createSettings } from '../support/proxy.js'
import { act, buy, orderFromElsewhere } from './acts.js'
import { createApi } from './api.js'
import { type Browser, createBrowser } from './browser.js'
import { createClock } from './clock.js'
import { loadProxy, loadSnippet } from './code.js'
import { createHistory, type Happening } from './history.js'
import { createLink } from './network.js'
import { BROWSERS, type Plan, toEmail } from './plan.js'
import { createServer, type Server } from './proxy.js'
import { createRandom } from './random.js'
import { createTab } from './tab.js'
import type { World } from './world.js'

export interface Round {
  plan: Plan
  history: Happening[]
  /** The rows of its ledger at the end that are not delivered. */
  waiting: Entry[]
  dead: Entry[]
  refused: Entry[]
  /** The events that waited forty minutes after the last fault. */
  later: Entry[]
  /** The keys of the events left in each browser. */
  left: string[][]
  poisoned: string[]
}

/** A new customer, after the faults have ended. This order must not wait for other customers' poison. */
export const NEWCOMER = toEmail(BROWSERS, 0)
const MINUTE_MS = 60_000

/** @returns a function that plays rounds. The code is loaded once, and the database is emptied between rounds */
export function createSimulator(): (plan: Plan) => Promise<Round> {
  let random = createRandom(0)
  const clock = createClock(() => random.next())
  const openSnippet = loadSnippet()
  const code = loadProxy(clock.globals, () => random.next())
  let server: Server | undefined
  const seal = code.createSeal(createSettings().keys)

  async function prepare() {
    const now = () => Math.round(clock.now() + (server?.device.skewMs ?? 0))
    const store = await code.openForProxy(':memory:', { now })
    // Tables and the hashes' key are created before the first round, because all later rounds have them.
    await code.openIn(store, { seal, log() {} })
    return { store, admin: await code.createQueueAdmin(store, seal) }
  }
  const prepared = prepare()

  return async (plan) => {
    const { store, admin } = await prepared
    random = createRandom(plan.seed + 1)
    clock.reset()
    const world = createWorld(plan, { clock, random, openSnippet, code, store, admin })
    server = world.server
    const later = await play(world)
    const { list } = world.server
    const rows = { waiting: await list('waiting'), dead: await list('dead'), refused: await list('refused') }
    await store.transaction('ack', async ({ ask, dialect }) => {
      for (const { name } of await ask<{ name: string }>(dialect.tables)) {
        await ask(name === 'meta' ? EMPTY_META : `DELETE FROM ${name}`)
      }
      await ask('DELETE FROM sqlite_sequence')
    })
    const left = world.browsers.map((browser) => browser.eventKeys())
    const poisoned = [...world.api.poison.keys()]
    return { plan, history: world.history.all, ...rows, later, left, poisoned }
  }
}

/** Keeps the schema's version and the hashes' key. */
const EMPTY_META = "DELETE FROM meta WHERE name NOT IN ('schema', 'index key')"

type Loaded = Pick<World, 'clock' | 'random'> & {
  openSnippet: ReturnType<typeof loadSnippet>
  code: ReturnType<typeof loadProxy>
} & Pick<Parameters<typeof createServer>[0], 'store' | 'admin'>

function createWorld(plan: Plan, { clock, random, openSnippet, code, store, admin }: Loaded): World {
  const history = createHistory(clock.now)
  const api = createApi(history)
  const toLink = (name: string) =>
    createLink(clock, random, (fault) => history.add({ what: 'fault', note: `${name}: ${fault}` }))
  const links = { page: toLink('page'), api: toLink('api') }
  const server = createServer({ admin, clock, random, history, link: links.api, api, code, store })
  const browsers = Array.from({ length: BROWSERS }, (_none, number) =>
    createBrowser(number, { clock, random, history }),
  )
  let tabs = 0
  const world: World = { plan, clock, random, history, browsers, server, api, links, isKeepaliveUsedUp: false, openTab }

  function openTab(browser: Browser) {
    const proxy = () => server.process
    const isKeepaliveUsedUp = () => world.isKeepaliveUsedUp
    const parts = { clock, random, history, link: links.page, proxy, open: openSnippet, isKeepaliveUsedUp }
    return createTab(tabs++, browser, plan.settings, parts)
  }

  return world
}

/** @returns the events that wait some time after the last fault */
async function play(world: World) {
  const { clock, plan, server, browsers } = world
  const startMs = clock.now()
  server.start()
  await clock.runUntil(startMs + 1_000)
  for (const step of plan.steps) {
    await clock.runUntil(startMs + 1_000 + step.atMs)
    act(world, step)
  }
  await clock.runUntil(clock.now() + 1_000)
  heal(world)
  // A parked event waits for the next page.
  for (let visit = 0; visit < 2; visit += 1) {
    for (const browser of browsers.filter(({ wasUsed }) => wasUsed)) visitAgain(world, browser)
    await clock.runUntil(clock.now() + 2.5 * MINUTE_MS)
  }
  const newcomer = Object.assign(createBrowser(BROWSERS, world), { consent: 'granted' as const })
  buy(world, world.openTab(newcomer), { email: NEWCOMER, order: 1, leaves: false, session: 'there' })
  await clock.runUntil(clock.now() + 10 * MINUTE_MS)
  await clock.runUntil(clock.now() + 30 * MINUTE_MS)
  const later = await server.list('waiting')
  // Events of a poisoned customer may still wait. An order that the API refuses ends only if it accepts another customer's.
  const isOver = async () => (await server.list('waiting')).every(({ id }) => isPoisoned(world, id))
  for (let hour = 0; hour < 8 && !(await isOver()); hour += 1) {
    orderFromElsewhere(world)
    await clock.runUntil(clock.now() + 30 * MINUTE_MS)
  }
  return later
}

const isPoisoned = ({ history, api }: World, id: string) =>
  history.all.some((happening) => happening.id === id && api.poison.has(happening.customer ?? ''))

function visitAgain({ openTab }: World, browser: Browser) {
  for (const tab of [...browser.tabs]) tab.leave()
  openTab(browser)
}

/** Ends all faults except poison. */
function heal(world: World) {
  const { browsers, server, api, links, history } = world
  links.page.weather = undefined
  links.api.weather = undefined
  api.trouble = undefined
  api.unknown.clear()
  server.disk.trouble = undefined
  server.start()
  world.isKeepaliveUsedUp = false
  for (const browser of browsers) {
    Object.assign(browser, { isOnline: true, trouble: undefined })
    browser.copies.isRefused = false
    for (const tab of browser.tabs) tab.thaw()
  }
  history.add({ what: 'healed' })
}

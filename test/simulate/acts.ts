/** Performs the steps of a plan. */
import type { CartData } from '../../src/contract/conversion.js'
import type { IncomingEvent } from '../../src/proxy/index.js'
import type { Customer } from './api.js'
import type { Browser, Tab } from './browser.js'
import type { Actor } from './clock.js'
import { toNames, toPageName, toThing } from './history.js'
import { type Act, type Step, toEmail } from './plan.js'
import type { World } from './world.js'

type Do = Act['do']
/** A step of this kind. */
type Of<Name extends Do, Each = Act> = Each extends { do: infer Own } ? (Name extends Own ? Each : never) : never

const MAX_TABS = 3
const LONG = 'x'.repeat(48_900)
const outside: Actor = { device: { skewMs: 0 }, state: 'running' }

export function act(world: World, step: Step) {
  const { atMs, ...note } = step
  world.history.add({ what: 'fault', note: JSON.stringify(note) })
  const run = ACTS[step.do] as (world: World, step: Act) => void // the act of this step
  run(world, step)
}

const ACTS: { [Name in Do]: (world: World, step: Of<Name>) => void } = {
  open: (world, { browser }) => void openOne(world, toBrowser(world, browser)),
  buy: (world, step) => buy(world, toTab(world, step), { ...step, email: toEmail(step.browser, step.customer) }),
  'sign up': (world, step) => signUp(world, toTab(world, step), step),
  webhook: (world, { browser, customer, order, agoMs }) => {
    const [number, name] = toNames(order)
    const how = { signed: true, name, from: 'webhook', ageMs: agoMs } as const
    acceptOrder(world, { email: toEmail(browser, customer), number, value: toValue(order), ...how })
  },
  'report no address': ({ server, random }, { order }) =>
    server.refuse({
      ...{ kind: 'convert', id: toId(random), reason: 'no_email', ageMs: 0, network: 'of the reports' },
      number: random.pick(toNames(order)),
    }),
  'order from elsewhere': orderFromElsewhere,
  flood: flood,
  decide: decide,
  leave: (world, step) => toTab(world, step).leave(),
  crash: (world, step) => toTab(world, step).die('crashed'),
  hide: (world, step) => inTab(world, step, (tab) => tab.setHidden(true)),
  show: (world, step) => inTab(world, step, (tab) => tab.setHidden(false)),
  freeze: (world, step) => inTab(world, step, (tab) => tab.freeze()),
  thaw: (world, step) => toTab(world, step).thaw(),
  flush: (world, step) => inTab(world, step, (tab) => void tab.snippet.flush()),
  'go offline': goOffline,
  'refuse copies': (world, step) => {
    const { copies } = toBrowser(world, step.browser)
    copies.isRefused = true
    later(world, step.forMs, () => (copies.isRefused = false))
  },
  'break storage': (world, { browser, trouble, forMs }) => {
    const broken = toBrowser(world, browser)
    broken.trouble = trouble
    later(world, forMs, () => (broken.trouble = undefined))
  },
  'clear storage': (world, { browser }) => toBrowser(world, browser).clear(),
  'kill browser': (world, { browser }) => toBrowser(world, browser).kill(),
  'use up keepalive': (world, { forMs }) => {
    world.isKeepaliveUsedUp = true
    later(world, forMs, () => (world.isKeepaliveUsedUp = false))
  },
  'set clock': (world, { of, jumpMs }) => {
    const { device } = of === 'proxy' ? world.server : toBrowser(world, of)
    device.skewMs += jumpMs
  },
  weather: (world, { link: name, forMs, ...weather }) => {
    const link = world.links[name]
    link.weather = weather
    later(world, forMs, () => {
      if (link.weather === weather) link.weather = undefined
    })
  },
  'kill proxy': (world, step) => endProxy(world, step, world.server.kill),
  'stop proxy': (world, step) => endProxy(world, step, world.server.stop),
  'break disk': (world, step) => {
    world.server.disk.trouble = { ...step.trouble }
    later(world, step.forMs, () => (world.server.disk.trouble = undefined))
    if (step.trouble.kind === 'killed') restart(world, step.forMs)
  },
  'trouble api': ({ api, ...world }, { trouble, forMs }) => {
    api.trouble = trouble
    later(world, forMs, () => {
      if (api.trouble === trouble) api.trouble = undefined
    })
  },
  poison: ({ api }, { customer, trouble }) => void api.poison.set(customer, trouble),
  'lose list': ({ api, ...world }, { list, forMs }) => {
    api.unknown.add(list)
    later(world, forMs, () => api.unknown.delete(list))
  },
}

const later = ({ clock }: Pick<World, 'clock'>, waitMs: number, run: () => unknown) => clock.after(outside, waitMs, run)

function toBrowser({ browsers }: World, number: number): Browser {
  const browser = browsers[number]
  if (!browser) throw new Error(`Browser ${number} does not exist.`)
  return browser
}

function openOne(world: World, browser: Browser): Tab {
  if (browser.tabs.length >= MAX_TABS) browser.tabs[0]?.leave()
  return world.openTab(browser)
}

/** Returns that tab, or another tab of the browser, or a new one. */
function toTab(world: World, { browser: number, tab }: { browser: number; tab: number }): Tab {
  const browser = toBrowser(world, number)
  const running = browser.tabs.filter(({ actor }) => actor.state === 'running')
  return browser.tabs[tab] ?? running[0] ?? openOne(world, browser)
}

/** Runs the act as a task of its own. */
function inTab(world: World, step: { browser: number; tab: number }, run: (tab: Tab) => void) {
  const tab = toTab(world, step)
  world.clock.after(tab.actor, 0, () => run(tab))
}

function decide(world: World, step: Of<'decide'>) {
  const browser = toBrowser(world, step.browser)
  inTab(world, step, (tab) => {
    browser.consent = step.consent
    const note = browser.trouble ?? (browser.copies.isRefused ? 'copies refused' : undefined)
    world.history.add({
      what: 'consent',
      browser: browser.number,
      tab: tab.number,
      status: step.consent,
      ...(note && { note }),
    })
    tab.snippet.consent(step.consent)
  })
}

function goOffline(world: World, { browser: number, forMs }: Of<'go offline'>) {
  const browser = toBrowser(world, number)
  browser.isOnline = false
  later(world, forMs, () => {
    browser.isOnline = true
    for (const tab of browser.tabs) world.clock.after(tab.actor, 0, () => tab.fire('online'))
  })
}

function endProxy(world: World, { forMs }: { forMs: number }, end: () => unknown) {
  end()
  restart(world, forMs)
}

const restart = (world: World, waitMs: number) => later(world, waitMs + 100, world.server.start)

/** @param order its number. A customer has only one session, because a retry could convert a second one (API.md 1) */
export function buy(
  world: World,
  tab: Tab,
  { email, order, leaves, session }: Pick<Of<'buy'>, 'order' | 'leaves' | 'session'> & { email: string },
) {
  const cart_data = { order_number: toPageName(order), cart_value: toValue(order) }
  const customer = toCustomer(world, email)
  const open = () => (customer.session ??= {})
  if (session === 'there') open()
  if (session === 'late') later(world, 30_000, open)
  call(world, tab, { kind: 'convert', body: { email, cart_data } }, () => {
    const settled = tab.snippet.convert({
      email,
      cart_data,
      cart_items: [{ product_id: 'mug', price: 500, item_qty: 2 }],
    })
    if (leaves) tab.leave()
    return settled
  })
}

const toValue = (order: number) => 1000 + order

function toCustomer({ api }: World, email: string): Customer {
  const customer: Customer = api.customers.get(email) ?? { lists: new Map() }
  api.customers.set(email, customer)
  return customer
}

const toId = ({ whole }: World['random']) =>
  'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, () => whole(0, 15).toString(16))

interface OtherOrder extends Pick<IncomingEvent, 'signed' | 'name' | 'from' | 'network'> {
  email: string
  number: string
  value: number
  ageMs?: number
}

function acceptOrder({ server, random }: World, { email, number, value, ageMs = 0, ...how }: OtherOrder) {
  const cart_data = { order_number: number, cart_value: value } as unknown as CartData // value is in cents
  server.accept({ id: toId(random), kind: 'convert', body: { email, cart_data }, ageMs, ...how })
}

/** @returns the customer's address */
export function orderFromElsewhere(world: World): string {
  const number = toId(world.random)
  const email = `${number}@elsewhere.example`
  toCustomer(world, email).session = {}
  acceptOrder(world, { email, number, value: 1000, signed: false, network: number })
  return email
}

function flood(world: World, { networks, each, trouble }: Of<'flood'>) {
  for (let place = 0; place < networks * each; place += 1) {
    const number = toId(world.random)
    const email = `${number}@flood.example`
    toCustomer(world, email).session = {}
    if (trouble !== 'none') world.api.poison.set(email, trouble)
    acceptOrder(world, { email, number, value: 1000, signed: false, network: `flood ${place % networks}` })
  }
}

/** Two long sign-ups fill an outbox. The proxy refuses them. */
function signUp(world: World, tab: Tab, { browser, customer, list, name, isLong }: Of<'sign up'>) {
  const body = { email: toEmail(browser, customer), first_name: `Name${name}`, ...(isLong && { note: LONG }) }
  call(world, tab, { kind: 'addToList', list, body }, () => tab.snippet.addToList(list, body))
}

type Called = Omit<Parameters<typeof toThing>[0], 'id'>

/** Records a call and its outcome. */
function call(
  { clock, history, browsers }: World,
  tab: Tab,
  called: Called,
  run: () => ReturnType<Tab['snippet']['convert']>,
) {
  const { kind, list, body } = called
  const browser = browsers.find(({ tabs }) => tabs.includes(tab))
  const of = {
    ...{ tab: tab.number, thing: toThing(called), customer: body.email, kind },
    ...(list !== undefined && { list }),
    ...(browser && { browser: browser.number }),
  }
  clock.after(tab.actor, 0, async () => {
    history.add({ what: 'call', ...of, ...(browser?.trouble && { note: browser.trouble }) })
    const { id, status, reason } = await run()
    history.add({ what: 'outcome', ...of, id, status, reason })
  })
}

/** The inspector's page: listens to the stream, and shows the orders, the path of an event, the events and the API's records. */
import { render } from 'preact'
import { showChart } from './chart.js'
import { showDetail, tryNow } from './detail.js'
import { find } from './elements.js'
import type { Journey } from './event-log.js'
import { Events } from './events.js'
import { createPicture } from './picture/index.js'
import { Figures, toStatement } from './reconciliation.js'
import { Records } from './records.js'
import type { Stage } from './stage.js'
import type { DemoState } from './state.js'
import { showFaults, switchFault } from './switches.js'
import { toView, type View } from './view/index.js'

const journeys = new Map<string, Journey>()
const views = new Map<string, View>()
const picture = createPicture(find('picture'))
const faults = find('faults')
let state: DemoState | undefined
/** The event that is looked at; the newest until one is chosen. */
let chosen: string | undefined
let follows = true
/** The order that the address names, until its event is here: the shop's thank-you page leads to it. */
let wanted = readWanted()

const stream = new EventSource('/inspector/events')
stream.addEventListener('snapshot', (event) => {
  showAll(JSON.parse(event.data))
  showEvents()
})
stream.addEventListener('journey', (event) => {
  take(JSON.parse(event.data), false)
  showEvents()
})
stream.addEventListener('state', (event) => {
  state = JSON.parse(event.data)
  for (const journey of journeys.values()) take(journey, false)
  showEvents()
  showState()
})
// The browser tries again by itself; the snapshot of the new stream brings the page up to date.
stream.addEventListener('open', () => find('lost').toggleAttribute('hidden', true))
stream.addEventListener('error', () => find('lost').toggleAttribute('hidden', false))

// Not at `change`: the page may have yet to hear that a server is away, and pressing what it shows already would do nothing.
faults.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLInputElement) void switchFault(target)
})
faults.addEventListener('submit', (event) => event.preventDefault())
find('try').addEventListener('click', () => void tryNow(chosen, chosen ? views.get(chosen)?.stage : undefined))
addEventListener('hashchange', () => {
  wanted = readWanted()
  for (const [id, view] of views) if (isWanted(view)) choose(id)
})
showChart(views)

function readWanted() {
  return /^#order=(.+)/.exec(decodeURIComponent(location.hash))?.[1]
}

const isWanted = ({ title }: View) => wanted !== undefined && title === `Order ${wanted}`

/** What the server no longer knows goes: it has been started anew, or the event log is full. */
function showAll(known: Journey[]) {
  journeys.clear()
  views.clear()
  picture.clear()
  for (const journey of known) take(journey, true)
}

/** @param known it was there when this page came */
function take(journey: Journey, known: boolean) {
  const { id, kind } = journey
  const view = toView(journey, state?.queue)
  const before = views.get(id)
  journeys.set(id, journey)
  views.set(id, view)
  picture.move({ id, kind, stage: view.stage }, known)
  if (before?.stage !== view.stage && !known) announce(view)
  if (isWanted(view)) {
    wanted = undefined
    follows = false
    chosen = id
  } else if (!chosen || (!before && follows)) chosen = id
}

/** Somebody has chosen it. */
function choose(id: string) {
  follows = false
  chosen = id
  showEvents()
  // On a phone it is far below; whoever chose it is taken there.
  if (matchMedia('(max-width: 60rem)').matches) find('detail').focus()
}

function showEvents() {
  find('empty').toggleAttribute('hidden', views.size > 0)
  render(<Events views={views} chosen={chosen} choose={choose} />, find('journeys'))
  const view = chosen === undefined ? undefined : views.get(chosen)
  if (chosen !== undefined && view) showDetail(chosen, view)
  showPicture()
}

function showPicture() {
  if (!state) return
  const { fault, queue, health } = state
  const stages = [...views].map(([id, { stage }]) => ({ stage, kind: journeys.get(id)?.kind }))
  const at = (wanted: Stage) => stages.filter(({ stage }) => stage === wanted)
  const waiting = queue.filter(({ state: each }) => each === 'waiting').length
  const orders = at('api').filter(({ kind }) => kind === 'convert').length
  const signUps = at('api').length - orders
  const counts = { page: at('page').length, outbox: at('outbox').length, proxy: at('proxy').length, queue: waiting }
  picture.show({ fault, health, counts, api: { orders, signUps } })
}

function showState() {
  if (!state) return
  render(<Figures {...state.reconciliation} />, find('figures'))
  find('statement').textContent = toStatement(state.reconciliation)
  showFaults(state)
  render(<Records {...state} />, find('records'))
}

let announcing: ReturnType<typeof setTimeout> | undefined
/** Read out by screen readers when they have nothing else to say: the latest only, once it has stood for a while. */
function announce({ title, progress }: View) {
  clearTimeout(announcing)
  announcing = setTimeout(() => {
    find('announcement').textContent = `${title}: ${progress}`
  }, 700)
}

/** The inspector's page: listens to the stream, and shows the shop's book, the way, the events and the API's records. */

import type uPlot from 'uplot'
import { drawChart } from '../../src/proxy/operate/page/chart.js'
import { toChart } from './chart.js'
import { create, find, post } from './elements.js'
import type { Journey } from './event-log.js'
import { createPicture } from './picture.js'
import { toTables } from './records.js'
import { showReconciliation } from './show-reconciliation.js'
import type { Place } from './stage.js'
import type { State } from './state.js'
import { fillSteps } from './steps.js'
import { showFaults, switchFault } from './switches.js'
import { toView, type View } from './view.js'

const CHART_MS = 1_000

const journeys = new Map<string, Journey>()
const views = new Map<string, View>()
const rows = new Map<string, { element: HTMLElement; fill(view: View): void }>()
const picture = createPicture(find('picture'))
const faults = find('faults')
let state: State | undefined
/** The event that is looked at; the newest until one is chosen. */
let chosen: string | undefined
let follows = true
/** The order that the address names, until its event is here: the shop's thank-you page leads to it. */
let wanted = readWanted()

const stream = new EventSource('/inspector/events')
stream.addEventListener('snapshot', (event) => showAll(JSON.parse(event.data)))
stream.addEventListener('journey', (event) => show(JSON.parse(event.data), false))
stream.addEventListener('state', (event) => {
  state = JSON.parse(event.data)
  for (const journey of journeys.values()) show(journey, false)
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
find('journeys').addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  if (button?.dataset.id) choose(button.dataset.id)
})
find('try').addEventListener('click', () => void tryNow())
addEventListener('hashchange', () => {
  wanted = readWanted()
  for (const [id, view] of views) if (isWanted(view)) choose(id)
})
setInterval(showChart, CHART_MS)

function readWanted() {
  return /^#order=(.+)/.exec(decodeURIComponent(location.hash))?.[1]
}

const isWanted = ({ title }: View) => wanted !== undefined && title === `Order ${wanted}`

/** What the server no longer knows goes: it has been started anew, or the event log is full. */
function showAll(known: Journey[]) {
  journeys.clear()
  views.clear()
  rows.clear()
  find('journeys').replaceChildren()
  picture.clear()
  for (const journey of known) show(journey, true)
  find('empty').toggleAttribute('hidden', known.length > 0)
  showChart()
}

/** @param known it was there when this page came */
function show(journey: Journey, known: boolean) {
  const { id, kind } = journey
  const view = toView(journey, state?.queue)
  const before = views.get(id)
  journeys.set(id, journey)
  views.set(id, view)
  const row = rows.get(id) ?? addRow(id)
  row.fill(view)
  picture.move({ id, kind, place: view.place }, known)
  if (before?.place !== view.place && !known) tell(view)
  if (isWanted(view)) {
    wanted = undefined
    choose(id)
  } else if (!chosen || (!before && follows)) choose(id, true)
  if (id === chosen) showDetail(view)
  showPicture()
}

function addRow(id: string) {
  const [title, time, progress] = [create('strong'), create('time'), create('span', 'progress')]
  const button = create('button', '', title, time, progress)
  button.type = 'button'
  button.dataset.id = id
  const row = {
    element: create('li', '', button),
    fill(view: View) {
      button.dataset.place = view.place
      title.textContent = view.title
      time.textContent = new Date(view.at).toLocaleTimeString()
      time.dateTime = new Date(view.at).toISOString()
      progress.textContent = view.progress
    },
  }
  rows.set(id, row)
  find('journeys').prepend(row.element)
  find('empty').toggleAttribute('hidden', true)
  return row
}

/** @param byItself it is the newest, and nobody has chosen another */
function choose(id: string, byItself = false) {
  const view = views.get(id)
  if (!view) return
  follows = byItself
  for (const [each, { element }] of rows) {
    const button = element.querySelector('button')
    if (each === id) button?.setAttribute('aria-current', 'true')
    else button?.removeAttribute('aria-current')
  }
  if (chosen !== id) {
    find('steps').replaceChildren()
    find('tried').textContent = ''
  }
  chosen = id
  showDetail(view)
  // On a phone it is far below; whoever chose it is taken there.
  if (!byItself && matchMedia('(max-width: 60rem)').matches) find('detail').focus()
}

function showDetail({ title, progress, why, steps, place }: View) {
  const detail = find('detail')
  detail.hidden = false
  detail.dataset.place = place
  find('detail-title').textContent = title
  find('detail-progress').textContent = progress
  find('detail-why').textContent = why
  find('try').hidden = !TRY[place]
  fillSteps(find('steps'), steps)
}

/** Who is asked to try it, by where it waits. */
const TRY: Partial<Record<Place, (id: string) => Promise<string>>> = {
  outbox: async () => {
    const { ringup } = (frames as unknown as Record<string, Window | undefined>).shop ?? {}
    if (!ringup) return 'The page of the shop has no script that could: open another one.'
    void ringup.flush()
    return 'The page of the shop tries what this browser keeps.'
  },
  queue: async (id) => (await post('/inspector/send', { id })).sentence,
}

async function tryNow() {
  const place = chosen && views.get(chosen)?.place
  if (!chosen || !place) return
  find('tried').textContent = (await TRY[place]?.(chosen).catch(() => 'The demo does not answer.')) ?? ''
}

function showPicture() {
  if (!state) return
  const { fault, queue, health } = state
  const places = [...views].map(([id, { place }]) => ({ place, kind: journeys.get(id)?.kind }))
  const at = (wanted: Place) => places.filter(({ place }) => place === wanted)
  const waiting = queue.filter(({ state: each }) => each === 'waiting').length
  const orders = at('api').filter(({ kind }) => kind === 'convert').length
  const signUps = at('api').length - orders
  const counts = { page: at('page').length, outbox: at('outbox').length, proxy: at('proxy').length, queue: waiting }
  picture.show({ fault, health, counts, api: { orders, signUps } })
}

function showState() {
  if (!state) return
  showPicture()
  showReconciliation(state.reconciliation)
  showFaults(state)
  const open = new Set(
    [...find('records').querySelectorAll('details')].filter((each) => each.open).map((each) => each.dataset.name),
  )
  const tables = toTables(state)
  const content = tables.map((table) => table.textContent).join()
  if (find('records').dataset.content === content) return
  find('records').dataset.content = content
  for (const table of tables) table.toggleAttribute('open', open.has(table.dataset.name))
  find('records').replaceChildren(...tables)
}

let chart: uPlot | undefined
/** Drawn anew only where its size or colours may have changed: under the pointer it would lose its place. */
function showChart() {
  const next = toChart([...journeys.values()], Date.now())
  if (!chart) chart = drawChart(find('chart'), next)
  else chart.setData(next.data)
  const [begun, taken] = next.data.slice(1).map((counts) => counts.at(-1))
  find('chart-text').textContent = `The last five minutes: ${begun} events of pages, ${taken} taken by the API.`
}

function redrawChart() {
  chart?.destroy()
  chart = undefined
  showChart()
}
addEventListener('resize', redrawChart)
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawChart)

let telling: ReturnType<typeof setTimeout> | undefined
/** Read out by screen readers when they have nothing else to say: the latest only, once it has stood for a while. */
function tell({ title, progress }: View) {
  clearTimeout(telling)
  telling = setTimeout(() => {
    find('news').textContent = `${title}: ${progress}`
  }, 700)
}

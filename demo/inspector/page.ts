/** The inspector's page: listens to the stream, and shows the shop's book, the way, the events and the API's records. */

import type uPlot from 'uplot'
import { drawChart } from '../../src/proxy/operate/page/chart.js'
import { FAULTS, type Fault } from '../fault-words.js'
import { toChart } from './chart.js'
import { create, find } from './elements.js'
import type { Journey } from './event-log.js'
import { createPicture } from './picture.js'
import { toTables } from './records.js'
import type { Place, Reconciliation } from './stage.js'
import type { State } from './state.js'
import { fillSteps } from './steps.js'
import { toCount, toView, type View } from './view.js'

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

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
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
  showFault(state.fault)
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

function showReconciliation(reconciliation: Reconciliation) {
  const { placed, arrived, waiting, refused, wrong, lost, doubled } = reconciliation
  const waits = waiting.page + waiting.browser + waiting.proxy
  const figures: [string, number, string][] = [
    ['Orders placed', placed, ''],
    ['At the API, once', arrived, ''],
    ['Waiting', waits, waits > 0 ? 'warn' : ''],
    ['Lost', lost.length, lost.length > 0 ? 'bad' : ''],
    ['Doubled', doubled.length, doubled.length > 0 ? 'bad' : ''],
  ]
  find('figures').replaceChildren(
    ...figures.map(([name, count, className]) => {
      return create('div', className, create('dt', '', name), create('dd', '', String(count)))
    }),
  )
  const where = [
    waiting.page > 0 && `${waiting.page} not yet reported by a page`,
    waiting.browser > 0 && `${waiting.browser} in the browser`,
    waiting.proxy > 0 && `${waiting.proxy} in the proxy`,
    refused > 0 && `${refused} kept aside with a reason`,
    wrong.length > 0 && `${wrong.length} with another amount than the shop’s`,
  ].filter(Boolean)
  const ends = [
    lost.length === 0 ? 'Nothing lost' : `Lost: ${lost.join(', ')}`,
    doubled.length === 0 ? 'nothing doubled' : `doubled: ${doubled.join(', ')}`,
  ]
  find('statement').textContent =
    placed === 0
      ? 'The shop has no orders yet.'
      : `${toCount(placed, 'order')} in the shop’s book, ${arrived} at the API once and to the cent${where.length > 0 ? `, ${where.join(', ')}` : ''}. ${ends.join(', ')}.`
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

function showFault(fault: Fault) {
  for (const name of ['line', 'proxy', 'api'] as const) {
    const about: Record<string, string> = FAULTS[name]
    const now = fault[name]
    for (const input of faults.querySelectorAll<HTMLInputElement>(`[name=${name}]`)) {
      // While a server is stopping, what was pressed is still to come true.
      if (!input.dataset.pending) input.checked = input.value === now
    }
    find(`about-${name}`).textContent = `${about[now] ?? ''}${toHint(name, now)}`
  }
}

/** When what waits goes on. */
function toHint(name: keyof Fault, now: string): string {
  const waitsForKey = state?.health?.problems.some(({ reason }) => reason === 'credentials')
  if (name === 'api' && now === 'fine' && waitsForKey)
    return ' The proxy asks it again within a minute; restarted, at once.'
  // A page that has tried three times in vain leaves it to the next one.
  if (name === 'line' && now === 'fine' && state?.fault.proxy === 'fine' && state.reconciliation.waiting.browser > 0)
    return ' What waits in the browser goes at its next try, or with the next page it opens.'
  if (now === 'fine') return ''
  if (name !== 'api') return ' Orders stay in the browser, which tries again, and with each page it opens.'
  if (now === '401') return ' Events stay in the proxy, which asks again once a minute; restarted, at once.'
  return ' Events stay in the proxy, which tries again.'
}

async function switchFault({ name, value, form }: HTMLInputElement) {
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? [])]
  for (const input of inputs) input.dataset.pending = 'true'
  await post('/inspector/fault', { [name]: value }).catch(() => {})
  for (const input of inputs) delete input.dataset.pending
}

let telling: ReturnType<typeof setTimeout> | undefined
/** Read out by screen readers when they have nothing else to say: the latest only, once it has stood for a while. */
function tell({ title, progress }: View) {
  clearTimeout(telling)
  telling = setTimeout(() => {
    find('news').textContent = `${title}: ${progress}`
  }, 700)
}

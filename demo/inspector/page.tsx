/** The script of the inspector's page. It reads the state of the demo again and again, and draws it. */
import { render } from 'preact'
import { find, post } from './elements.js'
import { Events, Figures, Steps } from './events.js'
import { createPicture } from './picture/index.js'
import { toStatement } from './reconcile.js'
import type { DemoState } from './state.js'
import { showFaults, switchFault } from './switches.js'
import { type Kept, type Stage, toKeptView, toView, type View } from './view.js'

const POLL_MS = 250
/** A page that the shopper leaves does not answer any more. */
const ANSWER_MS = 1_000

const picture = createPicture(find('picture'))
const faults = find('faults')
let views = new Map<string, View>()
let startedMs: number | undefined
/** The event in detail: the newest, until the reader chooses one. */
let chosen: string | undefined
let follows = true
/** The number of the order in the address. The thank-you page links it. */
let wanted = readWanted()

async function refresh() {
  // The browser first. An event that leaves it meanwhile is in the ledger when the state is read.
  const kept = await readKept()
  const answer = await fetch('/inspector/state').catch(() => undefined)
  find('lost').hidden = answer?.ok === true
  if (answer?.ok) show(await answer.json(), kept)
  setTimeout(refresh, POLL_MS)
}

let known: Kept[] = []
/** Reads the events that this browser keeps, from the script of the shop's page. Without a script, the last reading counts. */
async function readKept(): Promise<Kept[]> {
  const { ringup } = (frames as unknown as Record<string, Window | undefined>).shop ?? {}
  const status = await Promise.race([ringup?.status?.(), wait(ANSWER_MS)])
  known = status?.waiting ?? known
  return known
}

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))

function show(state: DemoState, kept: Kept[]) {
  const isFirst = startedMs === undefined
  startedMs ??= state.startedMs
  if (startedMs !== state.startedMs) location.reload()
  const before = views
  views = new Map(state.events.map((entry) => [entry.id, toView(entry)]))
  const own = kept.filter(({ id }) => !views.has(id))
  for (const event of own) views.set(event.id, toKeptView(event, before.get(event.id)?.atMs ?? Date.now()))
  for (const [id, view] of views) take(id, view, before.get(id), isFirst)
  showEvents()
  const orders = own.filter(({ kind }) => kind === 'convert').length
  showPicture(state, orders)
  render(Figures(state.reconciliation), find('figures'))
  find('statement').textContent = toStatement(state.reconciliation, orders)
  showFaults(state, own.length)
}

function take(id: string, view: View, before: View | undefined, isFirst: boolean) {
  picture.move({ id, kind: view.kind, stage: view.stage }, isFirst)
  if (before?.stage !== view.stage && !isFirst) announce(view)
  if (wanted !== undefined && view.title === `Order ${wanted}`) {
    wanted = undefined
    follows = false
    chosen = id
  } else if (!chosen || (!before && follows)) chosen = id
}

function readWanted() {
  return /^#order=(.+)/.exec(decodeURIComponent(location.hash))?.[1]
}

function choose(id: string) {
  follows = false
  chosen = id
  showEvents()
  // On a phone the details are far below the list.
  if (matchMedia('(max-width: 60rem)').matches) find('detail').focus()
}

function showEvents() {
  find('empty').hidden = views.size > 0
  render(<Events views={views} chosen={chosen} choose={choose} />, find('events'))
  const view = chosen === undefined ? undefined : views.get(chosen)
  find('detail').hidden = !view
  if (view) showDetail(view)
}

let shown: string | undefined

function showDetail({ title, progress, why, steps, stage, tone }: View) {
  find('detail').dataset.tone = tone
  find('detail-title').textContent = title
  find('detail-progress').textContent = progress
  find('detail-why').textContent = why
  find('try').hidden = !TRY[stage]
  if (shown !== chosen) find('tried').textContent = ''
  shown = chosen
  // The key closes the texts of the last event.
  render(<Steps key={chosen} steps={steps} />, find('steps'))
}

/** Tries an event now, where it waits. Answers a sentence. */
const TRY: Partial<Record<Stage, (id: string) => Promise<string>>> = {
  async browser() {
    const { ringup } = (frames as unknown as Record<string, Window | undefined>).shop ?? {}
    if (!ringup?.flush) return 'The shop’s page could not load the script. Open another page of the shop.'
    void ringup.flush()
    return 'The shop’s page sends its events now.'
  },
  waiting: async (id) => (await post('/inspector/send', { id })).sentence,
}

async function tryNow() {
  const stage = views.get(chosen ?? '')?.stage
  if (!chosen || !stage) return
  find('tried').textContent = (await TRY[stage]?.(chosen).catch(() => 'The demo does not answer.')) ?? ''
}

function showPicture({ fault, health, reconciliation }: DemoState, inBrowser: number) {
  const at = (wanted: Stage) => [...views.values()].filter(({ stage }) => stage === wanted)
  const delivered = at('delivered')
  const orders = delivered.filter(({ kind }) => kind === 'convert').length
  const page = Math.max(0, reconciliation.unreported - inBrowser)
  const counts = { page, outbox: at('browser').length, queue: at('waiting').length }
  picture.show({ fault, health, counts, api: { orders, signUps: delivered.length - orders } })
}

let announcing: ReturnType<typeof setTimeout> | undefined
/** Screen readers read the latest change, once the event has stayed there for a while. */
function announce({ title, progress }: View) {
  clearTimeout(announcing)
  announcing = setTimeout(() => {
    find('announcement').textContent = `${title}: ${progress}`
  }, 700)
}

// At `click`, not at `change`: the page may show an older state, and then a press of the shown choice would do nothing.
faults.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLInputElement) void switchFault(target)
})
faults.addEventListener('submit', (event) => event.preventDefault())
find('try').addEventListener('click', () => void tryNow())
addEventListener('hashchange', () => (wanted = readWanted()))
void refresh()

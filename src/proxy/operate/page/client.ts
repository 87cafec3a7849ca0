/** In the operator's browser: draws the charts, shows times by this browser's clock, and keeps the figures fresh. */
import type uPlot from 'uplot'
import { drawChart } from './chart.js'
import type { Lines } from './figures.js'

type Name = keyof Lines['series']

const REFRESH_MS = 15_000
const HEIGHT = 190

/** Name and colour of each line, and what its values are divided by. */
const LINES: Record<Name, { label: string; colour: string; per?: number }> = {
  accepted: { label: 'accepted', colour: '--link' },
  duplicate: { label: 'duplicates', colour: '--soft' },
  delivered: { label: 'delivered', colour: '--good' },
  refused: { label: 'refused', colour: '--bad' },
  dead: { label: 'dead letters', colour: '--bad' },
  waiting: { label: 'waiting', colour: '--warn' },
  oldest: { label: 'minutes', colour: '--warn', per: 60 },
}
/** Lines that lie on each other differ by more than their colour. */
const DASHES: Partial<Record<Name, number[]>> = { delivered: [6, 4], duplicate: [2, 3], refused: [10, 4, 2, 4] }

const charts: { place: HTMLElement; names: Name[]; chart?: uPlot }[] = [
  ...document.querySelectorAll<HTMLElement>('[data-chart]'),
].map((place) => ({ place, names: (place.dataset.chart ?? '').split(' ') as Name[] })) // overview.ts has written them

let lines: Lines | undefined

function drawAll() {
  for (const each of charts) {
    each.chart?.destroy()
    if (lines) each.chart = draw(each.place, each.names, lines)
  }
}

function draw(place: HTMLElement, names: Name[], { hours, series }: Lines): uPlot {
  // An hour is as wide as the others also when it is the last.
  const withEnd = (values: number[], end: number) => [...values, end]
  const toData = (name: Name) => series[name].map((value) => value / (LINES[name].per ?? 1))
  return drawChart(place, {
    height: HEIGHT,
    x: 'hour',
    lines: names.map((name) => ({ ...LINES[name], dash: DASHES[name] })),
    data: [
      withEnd(hours, (hours.at(-1) ?? 0) + 3_600),
      ...names.map((name) => withEnd(toData(name), toData(name).at(-1) ?? 0)),
    ],
  })
}

async function load() {
  const span = document.querySelector<HTMLElement>('[data-span]')?.dataset.span
  if (!span) return
  const answer = await fetch(`/history.json?span=${span}`)
  if (!answer.ok) return
  lines = (await answer.json()) as Lines // figures.ts has made it
  drawAll()
}

function showTimes(within: ParentNode) {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  for (const time of within.querySelectorAll('time')) {
    time.title = time.dateTime
    time.textContent = format.format(new Date(time.dateTime))
  }
}

/** Puts in what has changed, but for parts that somebody is in. */
async function refresh() {
  if (document.hidden || !document.querySelector('[data-live]')) return
  const answer = await fetch(location.href)
  if (!answer.ok || answer.redirected) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id)
    if (!next || part.contains(document.activeElement)) continue
    showTimes(next)
    if (part.textContent !== next.textContent) part.replaceWith(document.adoptNode(next))
  }
  await load()
}

showTimes(document)
void load()
// A page that answers a form cannot be asked for again.
if (location.pathname === '/') setInterval(() => void refresh().catch(() => {}), REFRESH_MS)
addEventListener('resize', () => {
  for (const { place, chart } of charts) chart?.setSize({ width: place.clientWidth, height: HEIGHT })
})
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll)

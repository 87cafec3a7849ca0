/** In the operator's browser: draws the charts, shows times by this browser's clock, and keeps the figures fresh. */
import uPlot from 'uplot'
import type { Lines } from './figures.js'

type Name = keyof Lines['series']

const REFRESH_MS = 15_000
const HEIGHT = 190

/** Name and colour of each line, and what its values are divided by. */
const LINES: Record<Name, { label: string; colour: string; per?: number }> = {
  accepted: { label: 'accepted', colour: '--accent' },
  duplicate: { label: 'said twice', colour: '--soft' },
  delivered: { label: 'delivered', colour: '--good' },
  refused: { label: 'refused', colour: '--bad' },
  dead: { label: 'dead letters', colour: '--bad' },
  waiting: { label: 'waiting', colour: '--warn' },
  oldest: { label: 'minutes', colour: '--warn', per: 60 },
}
/** Lines that lie on each other differ by more than their colour. */
const DASHES: Partial<Record<Name, number[]>> = { delivered: [6, 4], duplicate: [2, 3], refused: [10, 4, 2, 4] }

const readColour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

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
  const [soft, rule] = [readColour('--soft'), readColour('--rule')]
  const axis = {
    stroke: soft,
    grid: { stroke: rule, width: 1 },
    ticks: { stroke: rule, width: 1 },
    font: '14px system-ui',
  }
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  const toNumber = (value: number | null) => (value === null ? '–' : Math.round(value).toLocaleString())
  // An hour is as wide as the others also when it is the last.
  const withEnd = (values: number[], end: number) => [...values, end]
  const toData = (name: Name) => series[name].map((value) => value / (LINES[name].per ?? 1))
  const data = names.map((name) => withEnd(toData(name), toData(name).at(-1) ?? 0))
  const options: uPlot.Options = {
    width: place.clientWidth,
    height: HEIGHT,
    // At least one, or an empty chart has no height.
    scales: { y: { range: (_chart, _least, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      axis,
      {
        ...axis,
        size: 56,
        values: (_chart, values) => values.map((value) => (value % 1 === 0 ? toNumber(value) : '')),
      },
    ],
    series: [
      { label: 'hour' },
      ...names.map((name) => ({
        label: LINES[name].label,
        stroke: readColour(LINES[name].colour),
        width: 2,
        ...(DASHES[name] && { dash: DASHES[name] }),
        points: { show: false },
        ...(stepped && { paths: stepped }),
        value: (_chart: uPlot, value: number | null) => toNumber(value),
      })),
    ],
  }
  return new uPlot(options, [withEnd(hours, (hours.at(-1) ?? 0) + 3_600), ...data], place)
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

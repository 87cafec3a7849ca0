/** The script of the operator's page: draws the charts, sorts the table, and keeps the figures fresh. */
import type uPlot from 'uplot'
import { drawChart } from '../../../pages/chart.js'
import type { Lines } from './figures.js'

type Name = keyof Lines['series']

const REFRESH_MS = 15_000
const HEIGHT = 190

/** Name and colour of each line, and what its values are divided by. Lines that lie on each other differ by more than their colour. */
const LINES: Record<Name, { label: string; colour: string; dash?: number[]; per?: number }> = {
  accepted: { label: 'accepted', colour: '--link' },
  duplicate: { label: 'duplicates', colour: '--soft', dash: [2, 3] },
  delivered: { label: 'delivered', colour: '--good', dash: [6, 4] },
  refused: { label: 'refused', colour: '--bad', dash: [10, 4, 2, 4] },
  dead: { label: 'dead letters', colour: '--bad' },
  waiting: { label: 'waiting', colour: '--warn' },
  oldest: { label: 'minutes', colour: '--warn', per: 60 },
}

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
  const ends = [...hours, (hours.at(-1) ?? 0) + 3_600]
  const toData = (name: Name) =>
    [...series[name], series[name].at(-1) ?? 0].map((value) => value / (LINES[name].per ?? 1))
  return drawChart(place, {
    height: HEIGHT,
    x: 'hour (UTC)',
    toLabel,
    lines: names.map((name) => LINES[name]),
    data: [ends, ...names.map(toData)],
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

/** "14:00"; at the beginning of a day its date. */
function toLabel(seconds: number): string {
  const iso = new Date(seconds * 1_000).toISOString()
  return iso.slice(11, 16) === '00:00' ? iso.slice(5, 10) : iso.slice(11, 16)
}

const BY_NUMBER = new Intl.Collator(undefined, { numeric: true })

/** Sorts a table by a column whose heading is pressed; pressed again, the other way round. */
function makeSortable(table: HTMLTableElement) {
  const headings = [...table.querySelectorAll('thead th')]
  for (const [column, heading] of headings.entries()) {
    const button = document.createElement('button')
    button.className = 'plain'
    button.append(...heading.childNodes)
    heading.append(button)
    button.addEventListener('click', () => {
      const isUp = heading.ariaSort !== 'ascending'
      for (const other of headings) other.ariaSort = null
      heading.ariaSort = isUp ? 'ascending' : 'descending'
      const toText = (row: HTMLTableRowElement) => row.cells[column]?.textContent?.trim() ?? ''
      const body = table.tBodies[0]
      const rows = [...(body?.rows ?? [])].sort((a, b) => BY_NUMBER.compare(toText(a), toText(b)))
      body?.append(...(isUp ? rows : rows.reverse()))
    })
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
    if (part.textContent !== next.textContent) part.replaceWith(document.adoptNode(next))
  }
  await load()
}

for (const table of document.querySelectorAll<HTMLTableElement>('[data-sortable]')) makeSortable(table)
void load()
// A page that answers a form cannot be asked for again.
if (location.pathname === '/') setInterval(() => void refresh().catch(() => {}), REFRESH_MS)
addEventListener('resize', () => {
  for (const { place, chart } of charts) chart?.setSize({ width: place.clientWidth, height: HEIGHT })
})
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll)

/** The last five minutes: how many events pages have had, and how many the API has taken. Between the lines is what waits. */
import type uPlot from 'uplot'
import { type Chart, drawChart } from '../../src/proxy/operate/page/chart.js'
import { find } from './elements.js'
import type { Journey } from './event-log.js'

const SPAN_MS = 300_000
const FORMAT = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' })
const LINES = [
  { label: 'reported by pages', colour: '--warn' },
  { label: 'taken by the API', colour: '--good', dash: [6, 4] },
]

const EVERY_MS = 1_000

/** Draws the chart of these journeys, and goes on with it. */
export function showChart(journeys: Map<string, Journey>) {
  let chart: uPlot | undefined
  const show = () => {
    const next = toChart([...journeys.values()], Date.now())
    if (!chart) chart = drawChart(find('chart'), next)
    else chart.setData(next.data)
    const [begun, taken] = next.data.slice(1).map((counts) => counts.at(-1))
    find('chart-text').textContent = `The last five minutes: ${begun} events of pages, ${taken} taken by the API.`
  }
  /** Only where its size or colours may have changed: under the pointer it would lose its place. */
  const redraw = () => {
    chart?.destroy()
    chart = undefined
    show()
  }
  show()
  setInterval(show, EVERY_MS)
  addEventListener('resize', redraw)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
}

/** Both lines count from the first event that there was; what is older than the span is in where they begin. */
function toChart(journeys: Journey[], nowMs: number): Chart {
  const begun = journeys.map(({ at }) => at)
  const taken = journeys.flatMap(
    ({ requests }) => requests.find(({ status }) => status >= 200 && status < 300)?.at ?? [],
  )
  const fromMs = nowMs - SPAN_MS
  const changes = [...begun, ...taken].filter((at) => at > fromMs && at < nowMs)
  const times = [...new Set([fromMs, ...changes, nowMs])].sort((one, other) => one - other)
  const toCounts = (events: number[]) => times.map((time) => events.filter((at) => at <= time).length)
  return {
    height: 110,
    x: 'time',
    toLabel: (seconds) => FORMAT.format(seconds * 1_000),
    lines: LINES,
    data: [times.map((time) => time / 1_000), toCounts(begun), toCounts(taken)],
  }
}

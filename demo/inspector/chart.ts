/** The chart of the last five minutes: the events to deliver, and those that the API has taken. */
import type uPlot from 'uplot'
import { type Chart, drawChart } from '../../src/pages/chart.js'
import { SPAN_MS, toChartSentence, toCounts } from './counts.js'
import { find } from './elements.js'
import type { View } from './view/index.js'

const FORMAT = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' })
const LINES = [
  { label: 'to deliver', colour: '--warn' },
  { label: 'taken by the API', colour: '--good', dash: [6, 4] },
]

const EVERY_MS = 1_000

/** Draws the chart of these events, and goes on with it. */
export function showChart(views: Map<string, View>) {
  let chart: uPlot | undefined
  const show = () => {
    const shown = [...views.values()]
    const next = toChart(shown)
    if (!chart) chart = drawChart(find('chart'), next)
    else chart.setData(next.data)
    find('chart-text').textContent = toChartSentence(shown)
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

const toChart = (views: View[]): Chart => ({
  height: 130,
  x: `last ${SPAN_MS / 60_000} minutes`,
  toLabel: (seconds) => FORMAT.format(seconds * 1_000),
  lines: LINES,
  data: toCounts(views, Date.now()),
})

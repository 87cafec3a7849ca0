/** A chart with axes, by uPlot, in the page's own colours: for the operator's page, and for the demo's inspector. */
import uPlot from 'uplot'

interface Line {
  label: string
  /** A custom property of the page, such as `--good`. */
  colour: string
  dash?: number[] | undefined
}

export interface Chart {
  height: number
  /** What the first column is called in the legend. */
  x: string
  /** Of a moment on the axis; dates and hours without it. */
  toLabel?: (seconds: number) => string
  lines: Line[]
  /** Seconds since 1970, then the values of each line. A value holds until the next one. */
  data: [number[], ...number[][]]
}

const readColour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const toNumber = (value: number | null) => (value === null ? '–' : Math.round(value).toLocaleString())

/** @returns the chart, which can be given a size or data, and destroyed */
export function drawChart(place: HTMLElement, { height, x, toLabel, lines, data }: Chart): uPlot {
  const [soft, rule] = [readColour('--soft'), readColour('--rule')]
  const edge = { stroke: rule, width: 1 }
  const axis = { stroke: soft, grid: edge, ticks: edge, font: '14px system-ui' }
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  return new uPlot(
    {
      width: place.clientWidth,
      height,
      // At least one, or an empty chart has no height.
      scales: { y: { range: (_chart, _least, most) => [0, Math.max(1, most * 1.1)] } },
      axes: [
        { ...axis, ...(toLabel && { space: 64, values: (_chart, times) => times.map(toLabel) }) },
        {
          ...axis,
          size: 56,
          values: (_chart, values) => values.map((value) => (value % 1 === 0 ? toNumber(value) : '')),
        },
      ],
      series: [
        { label: x },
        ...lines.map(({ label, colour, dash }) => ({
          label,
          stroke: readColour(colour),
          width: 2,
          ...(dash && { dash }),
          points: { show: false },
          ...(stepped && { paths: stepped }),
          value: (_chart: uPlot, value: number | null) => toNumber(value),
        })),
      ],
    },
    data,
    place,
  )
}

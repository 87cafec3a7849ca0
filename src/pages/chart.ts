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
  /** Names a moment on the axis and in the legend. */
  toLabel: (seconds: number) => string
  lines: Line[]
  /** Seconds since 1970, then the values of each line. A value holds until the next one. */
  data: [number[], ...number[][]]
}

const toNumber = (value: number) => Math.round(value).toLocaleString()
/** Steps of the axis of counts, which have no halves: 1, 2, 5, 10 … */
const STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat()

/** @returns the chart, which can be given a size or data, and destroyed */
export function drawChart(place: HTMLElement, { height, x, toLabel, lines, data }: Chart): uPlot {
  // A custom property keeps light-dark() as it is written; a colour is one of the two.
  const readColour = (name: string) => {
    place.style.color = `var(${name})`
    const { color } = getComputedStyle(place)
    place.style.color = ''
    return color
  }
  const [soft, rule] = [readColour('--soft'), readColour('--rule')]
  const edge = { stroke: rule, width: 1 }
  const axis = { stroke: soft, grid: edge, ticks: edge, font: '14px system-ui' }
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  return new uPlot(
    {
      width: place.clientWidth,
      height,
      padding: [8, 28, 0, 0], // or the last label of the time is cut
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
      // At least one, or an empty chart has no height.
      scales: { y: { range: (_chart, _least, most) => [0, Math.max(1, most * 1.1)] } },
      axes: [
        { ...axis, space: 64, values: (_chart, times) => times.map(toLabel) },
        {
          ...axis,
          size: 56,
          space: 24, // or a low chart has the figure 0 alone
          incrs: STEPS,
          values: (_chart, values) => values.map(toNumber),
        },
      ],
      series: [
        { label: x, value: (_chart, seconds) => (seconds === null ? 'latest' : toLabel(seconds)) },
        ...lines.map(({ label, colour, dash }) => ({
          label,
          stroke: readColour(colour),
          width: 2,
          ...(dash && { dash }),
          points: { show: false },
          ...(stepped && { paths: stepped }),
          // While nothing is pointed at, the legend has the latest.
          value: ({ data }: uPlot, value: number | null, index: number) => toNumber(value ?? data[index]?.at(-1) ?? 0),
        })),
      ],
    },
    data,
    place,
  )
}

/** The last five minutes: how many events pages have had, and how many the API has taken. Between the lines is what waits. */
import { draw } from './elements.js'
import type { Journey } from './event-log.js'

const SPAN_MS = 300_000
const [WIDTH, HEIGHT] = [300, 72]

export function toChart(journeys: Journey[], now: number): SVGSVGElement {
  const begun = journeys.map(({ at }) => at)
  const taken = journeys.flatMap(
    ({ requests }) => requests.find(({ status }) => status >= 200 && status < 300)?.at ?? [],
  )
  const most = Math.max(begun.length, 1)
  const toX = (at: number) => Math.max(0, ((at - now) / SPAN_MS + 1) * WIDTH)
  const toY = (count: number) => HEIGHT - 4 - (count / most) * (HEIGHT - 10)
  const toLine = (times: number[]) => {
    const steps = times
      .toSorted((one, other) => one - other)
      .map((at, index) => `H${toX(at).toFixed(1)}V${toY(index + 1).toFixed(1)}`)
    return `M0 ${toY(0)}${steps.join('')}H${WIDTH}`
  }
  return draw(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': `In five minutes: ${begun.length} events of pages, ${taken.length} taken by the API.`,
    },
    draw('path', { class: 'begun', d: `${toLine(begun)}V${HEIGHT - 4}H0Z` }),
    draw('path', { class: 'taken', d: `${toLine(taken)}V${HEIGHT - 4}H0Z` }),
    draw('path', { class: 'line begun', d: toLine(begun) }),
    draw('path', { class: 'line taken', d: toLine(taken) }),
  )
}

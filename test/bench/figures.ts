/** Makes rows of the README and a chart from the kept figures of the bench. */
import { readFileSync } from 'node:fs'
import type { Delivery } from './delivery.js'

export interface BenchFigures {
  chromium: string
  rounds: number
  subjects: (Delivery & {
    brotli: number
    /** Milliseconds at full and at a quarter of the processor's speed. A quick run has none, because it is too noisy. */
    startUp?: [number, number]
    firstCall?: [number, number]
  })[]
}

export const FILE = 'test/bench/figures.json'
export const CHART = 'demo/pictures/beside-the-field.svg'

const readFigures = (): BenchFigures => JSON.parse(readFileSync(FILE, 'utf8'))

const toPair = (times: [number, number] | undefined) => times?.map((time) => time.toFixed(1)).join(' / ') ?? ''

/** The README's columns of delivery, and the situations that each of them adds up. */
const COLUMNS: Record<string, string[]> = {
  'page left, browser killed': ['left at once', 'killed at once', 'killed after 8 s'],
  'network or server away': ['503 once', 'offline', 'down, next page'],
}

export function toBenchRows({ subjects } = readFigures()): string[][] {
  const rows = subjects.map(({ name, brotli, startUp, firstCall, delivered }) => [
    `\`${name}\``,
    brotli.toLocaleString('en'),
    toPair(startUp),
    toPair(firstCall),
    ...Object.values(COLUMNS).map((situations) => toCount(situations.map((situation) => delivered[situation]))),
  ])
  return [['orders delivered', 'bytes', 'start-up, ms', 'first call, ms', ...Object.keys(COLUMNS)], ...rows]
}

function toCount(counts: (Delivery['delivered'][string] | undefined)[]): string {
  const sum = (field: 'rounds' | 'delivered' | 'doubled') =>
    counts.reduce((sum, count) => sum + (count?.[field] ?? 0), 0)
  return `${sum('delivered')} of ${sum('rounds')}${sum('doubled') ? ` (${sum('doubled')} twice)` : ''}`
}

const ROW = 28
const [LABEL, BAR] = [230, 420]

/** Draws the share of orders that arrived, over all situations. */
export function toChart({ subjects }: BenchFigures): string {
  const bars = subjects.map(({ name, delivered }, index) => {
    const counts = Object.values(delivered)
    const sum = (field: 'rounds' | 'delivered') => counts.reduce((sum, count) => sum + count[field], 0)
    const width = (BAR * sum('delivered')) / sum('rounds')
    const y = ROW * index
    return `<text x="${LABEL - 10}" y="${y + 19}" text-anchor="end">${name}</text>
<rect class="all" x="${LABEL}" y="${y + 5}" width="${BAR}" height="18"/>
<rect class="${index === 0 ? 'own' : 'peer'}" x="${LABEL}" y="${y + 5}" width="${width.toFixed(1)}" height="18"/>
<text x="${LABEL + BAR + 10}" y="${y + 19}">${sum('delivered')} of ${sum('rounds')}</text>`
  })
  const [width, height] = [LABEL + BAR + 90, ROW * subjects.length]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>Orders that arrived, of all situations together</title>
<style>
text { font: 14px system-ui, sans-serif; fill: #333 }
.all { fill: #8883 } .peer { fill: #888 } .own { fill: #2a7 }
@media (prefers-color-scheme: dark) { text { fill: #ccc } }
</style>
${bars.join('\n')}
</svg>
`
}

/** Makes the README's rows from the figures of the bench. */
import { readFileSync } from 'node:fs'
import type { Delivery } from './delivery.js'

export interface BenchFigures {
  chromium: string
  subjects: (Delivery & {
    brotli: number
    /** Milliseconds at full and at a quarter of the processor's speed. A quick run has none, because it is too noisy. */
    startUp?: [number, number]
    firstCall?: [number, number]
  })[]
}

export const FILE = 'test/bench/figures.json'

export const readFigures = (): BenchFigures => JSON.parse(readFileSync(FILE, 'utf8'))

const toPair = (times: [number, number] | undefined) => times?.map((time) => time.toFixed(1)).join(' / ') ?? ''

/** The README's columns of delivery, and the situation of each. */
const COLUMNS: Record<string, string> = {
  left: 'left immediately',
  'killed immediately': 'killed immediately',
  'killed after 8 s': 'killed after 8 s',
  offline: 'offline',
  'server busy': '503 once',
  'server away': 'down, next page',
}

export function toBenchRows({ subjects } = readFigures()): string[][] {
  const rows = subjects.map(({ name, brotli, startUp, firstCall, delivered }) => [
    `\`${name}\``,
    brotli.toLocaleString('en'),
    toPair(startUp),
    toPair(firstCall),
    ...Object.values(COLUMNS).map((situation) => toCount(delivered[situation])),
  ])
  return [['', 'bytes', 'start-up, ms', 'first call, ms', ...Object.keys(COLUMNS)], ...rows]
}

/** The README says that a count is of ten rounds. */
const ROUNDS = 10

const toCount = ({ rounds = ROUNDS, delivered = 0, doubled = 0 }: Partial<Delivery['delivered'][string]> = {}) =>
  `${delivered}${rounds === ROUNDS ? '' : ` of ${rounds}`}${doubled ? ` (${doubled} twice)` : ''}`

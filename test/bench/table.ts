/** Prints the medians of all visits, in milliseconds at full and at a quarter of the speed. */
import type { Delivery } from './delivery.js'
import { toMedian } from './median.js'
import { toTable } from './proxy/table.js'
import { toBrotliBytes } from './scripts.js'
import type { Subject } from './subjects.js'
import type { Visit } from './visit.js'

/** The results of one subject. */
export interface SubjectResult {
  subject: Subject
  sentAtOnce: boolean
  bodyBytes: number
  /** The visits, by the processor's slowdown. */
  visits: { 1: Visit[]; 4: Visit[] }
}

/** Returns the README's figures of one subject, by the name of its start-up or of its call. */
export function toKept(results: SubjectResult[], scripts: Map<string, string>, deliveries: Delivery[]) {
  return deliveries.map((delivery) => {
    const result = results.find(({ subject: { loads, name } }) => [loads, name].includes(delivery.name))
    if (!result) throw new Error(`${delivery.name} was not measured.`)
    const { script = '', loads } = result.subject
    return {
      ...delivery,
      brotli: script ? toBrotliBytes(scripts.get(script) ?? '') : 0,
      ...(loads && { startUp: medians(result.visits, ({ startUp }) => startUp ?? []) }),
      firstCall: medians(result.visits, ({ calls }) => calls.slice(0, 1)),
    }
  })
}

export function printCalls(results: SubjectResult[]) {
  const timesOf = ({ visits }: SubjectResult) => [
    medians(visits, ({ calls }) => calls.slice(0, 1)),
    medians(visits, ({ calls }) => calls.slice(1)),
  ]
  const bare = results.find(({ subject }) => !subject.script)
  const bareTimes = bare ? timesOf(bare) : []
  const rows = results.map((result) => {
    const toRatio = (time: number, which: number, speed: number) =>
      result.sentAtOnce ? `${(time / (bareTimes[which]?.[speed] ?? Number.NaN)).toFixed(2)}x` : ''
    const times = timesOf(result).flatMap((pair, which) =>
      pair.flatMap((time, speed) => [time.toFixed(2), toRatio(time, which, speed)]),
    )
    return [result.subject.name + (result.sentAtOnce ? '' : ' *'), `${result.bodyBytes}`, ...times]
  })
  const head = ['call, 50 items', 'body', 'first', 'ratio', '4x', 'ratio', 'later', 'ratio', '4x', 'ratio']
  console.log(toTable([head, ...rows]))
  console.log(
    'first: the first call on its page. ratio: to the bare fetch of the body that ringup sends, ready as text.',
  )
  console.log('*: sends only after the call has returned, so its time cannot be compared.')
}

/** Computes the ratio within each round, so that other load affects both values. Returns the median ratio. */
export function printPaired(results: SubjectResult[]) {
  const find = (name: string) => results.find(({ subject }) => [subject.name, subject.loads].includes(name))
  const rows = PAIRS.flatMap(([name, other, read]) => {
    const [one, two] = [find(name), find(other)]
    if (!one || !two) throw new Error(`${name} or ${other} was not measured.`)
    const ratios = ([1, 4] as const).map((speed) =>
      toMedian(one.visits[speed].map((visit, round) => read(visit) / read(two.visits[speed][round] ?? visit))),
    )
    return [[name, other, ...ratios.map((ratio) => `${ratio.toFixed(2)}x`)]]
  })
  console.log(`\n${toTable([['median of paired ratios', 'beside', '1x', '4x'], ...rows])}`)
}

const readStartUp = ({ startUp = Number.NaN }: Visit) => startUp
const readFirstCall = ({ calls: [first = Number.NaN] }: Visit) => first
const BARE = 'fetch, with JSON.stringify'
const STORED = 'fetch, stored in localStorage first'
const PAIRS: [name: string, beside: string, read: (visit: Visit) => number][] = [
  ['ringup.js', '@plausible-analytics/tracker', readStartUp],
  ...['ringup, order passed', 'ringup, order found in the data layer'].flatMap((name): typeof PAIRS => [
    [name, BARE, readFirstCall],
    [name, STORED, readFirstCall],
  ]),
]

function medians(visits: SubjectResult['visits'], read: (visit: Visit) => number | number[]): [number, number] {
  const measured = ([1, 4] as const).map((speed) => toMedian(visits[speed].flatMap(read)))
  if (measured.some(Number.isNaN)) throw new Error('A value was not measured, so it has no median.')
  return measured as [number, number]
}

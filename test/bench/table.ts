/** Prints the medians of all visits, in milliseconds at full and at a quarter of the speed. */
import type { Delivery } from './delivery.js'
import { toMedian } from './median.js'
import { toTable } from './proxy/table.js'
import { toBrotliBytes } from './scripts.js'
import type { Subject } from './subjects.js'
import type { StartUp, Visit } from './visit.js'

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
      ...(loads && result.visits[1].length > 0 && { startUp: medians(result.visits, readStartUp('coldWithLook')) }),
      ...(result.visits[1].length > 0 && { firstCall: medians(result.visits, readFirstCall) }),
    }
  })
}

export function printCalls(results: SubjectResult[]) {
  const rows = results.map(({ subject, sentAtOnce, bodyBytes, visits }) => [
    subject.name + (sentAtOnce ? '' : ' *'),
    `${bodyBytes}`,
    ...medians(visits, readFirstCall).map((ms) => ms.toFixed(2)),
  ])
  console.log(toTable([['first call on a page, 50 items', 'body', 'ms', 'ms, 4x'], ...rows]))
  console.log('*: sends only after the call has returned, so its time cannot be compared.')
}

/** Computes the ratio within each round, so that other load affects both values. Returns the median ratio. */
export function printPaired(results: SubjectResult[]) {
  const find = (name: string) => results.find(({ subject }) => [subject.name, subject.loads].includes(name))
  const rows = PAIRS.map(([what, name, other, read]) => {
    const [one, two] = [find(name), find(other)]
    if (!one || !two) throw new Error(`${name} or ${other} was not measured.`)
    const ratios = ([1, 4] as const).map((speed) =>
      toMedian(one.visits[speed].map((visit, round) => read(visit) / read(two.visits[speed][round] ?? visit))),
    )
    const times = [one, two].map(({ visits }) =>
      medians(visits, read)
        .map((ms) => ms.toFixed(2))
        .join(' / '),
    )
    return [what, name, other, ...times, ...ratios.map((ratio) => `${ratio.toFixed(2)}x`)]
  })
  console.log(`\n${toTable([['median of paired ratios', 'of', 'to', 'ms, 1x / 4x', 'to it', '1x', '4x'], ...rows])}`)
}

const readStartUp =
  (part: keyof StartUp) =>
  ({ startUp }: Visit) =>
    startUp?.[part] ?? Number.NaN
const readFirstCall = ({ call }: Visit) => call
const BARE = 'fetch with keepalive'
const STORED = 'fetch, then setItem'
const PLAUSIBLE = '@plausible-analytics/tracker'
const PAIRS: [what: string, name: string, other: string, read: (visit: Visit) => number][] = [
  ...[PLAUSIBLE, `${PLAUSIBLE}, with its page view`].flatMap((peer): typeof PAIRS => [
    ['start-up, cold', 'ringup.js', peer, readStartUp('cold')],
    ['start-up, cold, with the look at storage', 'ringup.js', peer, readStartUp('coldWithLook')],
    ['start-up, warm', 'ringup.js', peer, readStartUp('warm')],
  ]),
  ...['ringup, order passed', 'ringup, order found in the data layer'].flatMap((name): typeof PAIRS => [
    ['first call', name, BARE, readFirstCall],
    ['first call', name, STORED, readFirstCall],
  ]),
]

function medians(visits: SubjectResult['visits'], read: (visit: Visit) => number): [number, number] {
  const measured = ([1, 4] as const).map((speed) => toMedian(visits[speed].map(read)))
  if (measured.some(Number.isNaN)) throw new Error('A value was not measured, so it has no median.')
  return measured as [number, number]
}

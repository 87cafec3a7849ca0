/** The figures, on screen and in a file. */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { toTable } from '../bench/proxy/table.js'
import { judge, MEASURES, type Sample } from './measures.js'
import type { Reconciled } from './reconcile.js'
import type { Shop } from './shop.js'

const FILE = '.ci/soak-figures.txt'

interface Result {
  shop: Shop
  samples: Sample[]
  reconciled: Reconciled
}

/** @returns whether all is well */
export function writeReport(results: Result[], { minutes, rate }: { minutes: number; rate: number }): boolean {
  const growth = results.flatMap(toGrowth)
  const ends = results.map(toEnds)
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}`
  const text = [
    `npm run soak -- --minutes ${minutes} --rate ${rate}`,
    `${machine}. Medians of each quarter; flat: the last has at most a tenth more than the second.`,
    'Memory is that of the process; in workerd what the proxy keeps, without what it has dropped.',
    '',
    toTable([['', '1st', '2nd', '3rd', '4th', ''], ...growth.map(({ row }) => row)]),
    '',
    toTable([
      ['', 'accepted', 'of pages', 'lost', 'doubled', 'waiting', 'dead letters'],
      ...ends.map(({ row }) => row),
    ]),
    '',
    ...results.map(({ shop }) => `${shop.name} met: ${toCounts(shop.met)}`),
    '',
  ].join('\n')
  writeFileSync(FILE, text)
  console.log(text)
  return [...growth, ...ends].every(({ isWell }) => isWell)
}

function toGrowth({ shop, samples }: Result) {
  return Object.entries(MEASURES).map(([key, measure]) => {
    const values = samples.flatMap((each) => each[key as keyof typeof MEASURES] ?? []) // of the same object
    const { quarters, isFlat } = judge(values, measure)
    const figures = quarters.map((figure) => figure.toFixed(0))
    return { isWell: isFlat, row: [`${shop.name}: ${measure.name}`, ...figures, isFlat ? 'flat' : 'GROWS'] }
  })
}

function toEnds({ shop, reconciled }: Result) {
  const { accepted, ofPages, lost, doubled, dead, waiting } = reconciled
  const isWell = lost.length + doubled.length + waiting === 0 && accepted > 0 && ofPages > 0
  for (const id of lost) console.error(`${shop.name} has lost ${id}`)
  for (const id of doubled) console.error(`${shop.name} has doubled ${id}`)
  const counts = [accepted, ofPages, lost.length, doubled.length, waiting].map(String)
  return { isWell, row: [shop.name, ...counts, toCounts(dead) || 'none'] }
}

const toCounts = (counts: Map<string, number>) => [...counts].map(([name, count]) => `${name} ${count}`).join(', ')

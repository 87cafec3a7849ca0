/** The fixed parts of the picture: zones, wires and stations, with their faults and counts. */

import { toCount } from '../../../src/proxy/operate/words.js'
import type { Fault } from '../../fault-words.js'
import type { DemoState } from '../state.js'
import { HEIGHT, type Layout, LINE_Y, STATIONS, type Station } from './stations.js'

export interface SceneFacts {
  fault: Fault
  health: DemoState['health']
  /** How many events each station has. */
  counts: Record<Exclude<Station, 'api' | 'proxy'>, number>
  /** How many events the API has. */
  api: { orders: number; signUps: number }
}

export function Scene({ layout, ...facts }: SceneFacts & { layout: Layout }) {
  const { fault } = facts
  const broken: Partial<Record<Station, string>> = {
    ...(fault.proxy === 'away' && { proxy: 'away', queue: '' }),
    ...(fault.api !== 'fine' && { api: fault.api === 'half' ? 'broken answer' : fault.api }),
  }
  return (
    <>
      <Zone layout={layout} from={0} to={1} name={layout.isNarrow ? 'browser' : 'the shopper’s browser'} />
      <Zone layout={layout} from={2} to={3} name={layout.isNarrow ? 'shop’s server' : 'the shop’s server'} />
      <Zone layout={layout} from={4} to={4} name={layout.isNarrow ? '' : 'the marketing API'} />
      {STATIONS.slice(1).map(({ id }, index) => (
        <Wire key={id} layout={layout} from={index} state={toWireState(index, fault)} />
      ))}
      {STATIONS.map(({ id, name, icon }, index) => (
        <g
          key={id}
          transform={`translate(${layout.toX(index)} ${LINE_Y})`}
          class={broken[id] === undefined ? 'station' : 'station broken'}
        >
          <circle r={layout.radius} />
          <path d={icon} />
          <text y={layout.radius + 20} class="name">
            {name}
          </text>
          {toNotes(id, broken[id], facts).map((note, line) => (
            <text key={note} y={layout.radius + 38 + line * 17} class="count">
              {note}
            </text>
          ))}
        </g>
      ))}
    </>
  )
}

/** Names the fault of a station, or the number of its events. */
function toNotes(id: Station, broken: string | undefined, { health, counts, api }: SceneFacts): string[] {
  const waits = id === 'queue' ? health?.conditions.flatMap(({ name }) => NOTES[name] ?? []).join(', ') : ''
  const note = broken || waits
  if (note) return [note]
  if (id === 'api') return toCounts(api)
  return id !== 'proxy' && counts[id] > 0 ? [String(counts[id])] : []
}

function toWireState(from: number, { line, proxy, api }: Fault): '' | 'bad' | 'cut' {
  if (STATIONS[from]?.id === 'outbox' && line === 'cut') return 'cut'
  if (STATIONS[from]?.id === 'outbox' && proxy === 'away') return 'bad'
  return STATIONS[from]?.id === 'queue' && api !== 'fine' ? 'bad' : ''
}

function Wire({ layout, from, state }: { layout: Layout; from: number; state: '' | 'bad' | 'cut' }) {
  const [left, right] = [layout.toX(from) + layout.radius, layout.toX(from + 1) - layout.radius]
  return (
    <g class={`wire ${state}`}>
      <path d={`M${left + 6} ${LINE_Y}H${right - 6}`} />
      {state === 'cut' && <path d={`M${(left + right) / 2 - 5} ${LINE_Y - 5}l10 10m0-10l-10 10`} />}
    </g>
  )
}

function Zone({ layout, from, to, name }: { layout: Layout; from: number; to: number; name: string }) {
  const margin = layout.width / STATIONS.length / 2 - 4
  const [left, right] = [layout.toX(from) - margin, layout.toX(to) + margin]
  return (
    <g class="zone">
      <rect x={left} y={1} width={right - left} height={HEIGHT - 2} rx={10} />
      <text x={(left + right) / 2} y={20}>
        {name}
      </text>
    </g>
  )
}

/** The picture as text, for screen readers. */
export const toSentence = ({ counts, api }: SceneFacts) =>
  `From the page to the API. In the page or the outbox: ${counts.page + counts.outbox}. ` +
  `In the queue: ${counts.queue}. At the API: ${toCounts(api).join(' and ') || 'nothing'}.`

const toCounts = ({ orders, signUps }: SceneFacts['api']) => [
  ...(orders > 0 ? [toCount(orders, 'order')] : []),
  ...(signUps > 0 ? [toCount(signUps, 'sign-up')] : []),
]

/** Short texts for the reasons why the queue waits. */
const NOTES: Record<string, string> = {
  credentials: 'key refused',
  address: 'wrong address',
  unreachable: 'API away',
  busy: 'API busy',
  unknown_list: 'unknown list',
}

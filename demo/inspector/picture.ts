/**
 * The way as a picture: five stations, and a dot for each event that is on it. A dot goes from station to station as its
 * event does; one that has arrived fades. Whoever wants less motion sees it stand where it is.
 */
import type { Fault } from '../fault-words.js'
import { draw } from './elements.js'
import type { Place } from './stage.js'
import type { Health } from './state.js'
import { toCount } from './view.js'

/** One event that is on the picture. */
export interface Traveller {
  id: string
  kind: string
  place: Place
}

const STATIONS = [
  { id: 'page', name: 'Page', icon: 'M-9-12h12l6 6v18h-18zM3-12v6h6M-5 0h10M-5 5h10' },
  { id: 'outbox', name: 'Outbox', icon: 'M-12 2l4-12h16l4 12v9h-24zM-12 2h7c0 6 10 6 10 0h7' },
  { id: 'proxy', name: 'Proxy', icon: 'M0-13l11 4v8c0 7-5 11-11 14-6-3-11-7-11-14v-8zM-5 0l4 4 6-8' },
  {
    id: 'queue',
    name: 'Queue',
    icon: 'M-10-8c0-5 20-5 20 0v16c0 5-20 5-20 0zM-10-8c0 5 20 5 20 0M-10 0c0 5 20 5 20 0',
  },
  { id: 'api', name: 'API', icon: 'M-7 9h14a6 6 0 0 0 1-12 8 8 0 0 0-15-2 7 7 0 0 0 0 14z' },
] as const
type Station = (typeof STATIONS)[number]['id']

const AT: Record<Place, Station> = {
  page: 'page',
  outbox: 'outbox',
  proxy: 'proxy',
  queue: 'queue',
  asking: 'queue',
  api: 'api',
  dead: 'queue',
  refused: 'proxy',
  repeat: 'proxy',
}
/** Nothing more happens to these. */
const ENDS: Place[] = ['api', 'dead', 'refused', 'repeat']

const HOP_MS = 380
const HEIGHT = 208
const LINE_Y = 104
const [RADIUS, NARROW_RADIUS] = [27, 21]
/** Below this the stations are smaller, and the names of the zones short. */
const NARROW = 560

interface Dot {
  element: SVGGElement
  /** Index of the station it stands at. */
  at: number
  place: Place
}

export interface Facts {
  fault: Fault
  health: Health | null
  /** Events by station, of those that stand there. */
  counts: Record<Exclude<Station, 'api'>, number>
  /** All that it has taken. */
  api: { orders: number; signUps: number }
}

export function createPicture(into: HTMLElement) {
  const svg = draw('svg', { role: 'img', 'aria-labelledby': 'picture-text', height: HEIGHT })
  const text = draw('title', { id: 'picture-text' })
  const stage = draw('g')
  const crowd = draw('g')
  svg.append(text, stage, crowd)
  into.append(svg)
  const dots = new Map<string, Dot>()
  /** Those whose dot has come and gone. */
  const gone = new Set<string>()
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let width = 0
  let narrow = false
  const radius = () => (narrow ? NARROW_RADIUS : RADIUS)
  let facts: Facts | undefined
  const toX = (index: number) => (width * (index + 0.5)) / STATIONS.length

  new ResizeObserver(() => {
    if (into.clientWidth === width) return
    width = into.clientWidth
    narrow = width < NARROW
    svg.style.setProperty('--size', String(radius() / RADIUS))
    svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`)
    redraw()
    arrange()
  }).observe(into)

  function redraw() {
    if (!facts || width === 0) return
    const { fault, counts, health, api } = facts
    text.textContent = toSentence(facts)
    const broken: Partial<Record<Station, string>> = {
      ...(fault.proxy === 'away' && { proxy: 'away', queue: '' }),
      ...(fault.api !== 'fine' && { api: fault.api === 'half' ? 'half an answer' : fault.api }),
    }
    const wires = STATIONS.slice(1).map((_, index) => {
      const cut =
        (index === 1 && (fault.line === 'cut' || fault.proxy === 'away')) || (index === 3 && fault.api !== 'fine')
      return drawWire(
        toX(index) + radius(),
        toX(index + 1) - radius(),
        cut ? (index === 1 && fault.line === 'cut' ? 'cut' : 'bad') : '',
      )
    })
    const stations = STATIONS.map(({ id, name, icon }, index) => {
      const note =
        broken[id] || (id === 'queue' && health?.problems.map(({ reason }) => NOTES[reason] ?? '').join(', '))
      const count = id === 'api' ? toTaken(api) : [counts[id] ? String(counts[id]) : '']
      return drawStation(toX(index), radius(), name, icon, note ? [note] : count, broken[id] !== undefined)
    })
    const zones = [
      drawZone(toX(0), toX(1), narrow ? 'browser' : 'the shopper’s browser', width),
      drawZone(toX(2), toX(3), narrow ? 'shop’s server' : 'the shop’s server', width),
      drawZone(toX(4), toX(4), narrow ? '' : 'the marketing API', width),
    ]
    stage.replaceChildren(...zones, ...wires, ...stations)
  }

  /** Those that wait at one station stand above it, in rows. */
  function arrange() {
    const rows = new Map<number, Dot[]>()
    for (const dot of dots.values()) rows.set(dot.at, [...(rows.get(dot.at) ?? []), dot])
    for (const [at, row] of rows) {
      row.forEach(({ element }, index) => {
        const [column, line] = [index % 5, Math.floor(index / 5)]
        const inRow = Math.min(5, row.length - line * 5)
        const x = toX(at) + (column - (inRow - 1) / 2) * 13
        element.style.transform = `translate(${x}px, ${LINE_Y - radius() - 12 - Math.min(line, 2) * 13}px)`
      })
    }
  }

  /** One station at a time, until it stands where its event is. */
  function step(id: string) {
    const dot = dots.get(id)
    if (!dot) return
    const target = STATIONS.findIndex((station) => station.id === AT[dot.place])
    if (dot.at === target) {
      if (ENDS.includes(dot.place)) leave(id, dot)
      return
    }
    dot.at = still.matches || target < dot.at ? target : dot.at + 1
    arrange()
    setTimeout(() => step(id), still.matches ? 0 : HOP_MS)
  }

  function leave(id: string, { element, place }: Dot) {
    gone.add(id)
    element.classList.add('gone', place)
    setTimeout(
      () => {
        element.remove()
        dots.delete(id)
        arrange()
      },
      still.matches ? 0 : 900,
    )
  }

  return {
    show(next: Facts) {
      facts = next
      redraw()
    },
    /** @param known it was on its way before this page looked: it is shown where it is, and not at all when it has ended */
    move({ id, kind, place }: Traveller, known: boolean) {
      const dot = dots.get(id)
      if (dot) {
        const stood = STATIONS[dot.at]?.id === AT[dot.place]
        dot.place = place
        dot.element.dataset.place = place
        if (stood) step(id)
        return
      }
      if (gone.has(id)) return
      if (known && ENDS.includes(place)) return void gone.add(id)
      const shape =
        kind === 'convert' ? draw('circle', { r: 5.5 }) : draw('rect', { x: -5, y: -5, width: 10, height: 10, rx: 1.5 })
      const element = draw('g', { class: `dot ${kind}`, 'data-place': place }, shape)
      const at = known ? STATIONS.findIndex((station) => station.id === AT[place]) : 0
      crowd.append(element)
      dots.set(id, { element, at, place })
      arrange()
      element.getBoundingClientRect() // so that it starts from here
      step(id)
    },
    clear() {
      dots.clear()
      gone.clear()
      crowd.replaceChildren()
    },
  }
}

function drawStation(x: number, radius: number, name: string, icon: string, notes: string[], broken: boolean) {
  const at = (y: number, className: string, text: string) => draw('text', { y, class: className }, text)
  return draw(
    'g',
    { transform: `translate(${x} ${LINE_Y})`, class: broken ? 'station broken' : 'station' },
    draw('circle', { r: radius }),
    draw('path', { d: icon }),
    at(radius + 20, 'name', name),
    ...notes.map((note, line) => at(radius + 38 + line * 17, 'count', note)),
  )
}

function drawWire(from: number, to: number, state: '' | 'bad' | 'cut') {
  const middle = (from + to) / 2
  const cross = `M${middle - 5} ${LINE_Y - 5}l10 10m0-10l-10 10`
  const wire = draw('g', { class: `wire ${state}` }, draw('path', { d: `M${from + 6} ${LINE_Y}H${to - 6}` }))
  if (state === 'cut') wire.append(draw('path', { d: cross }))
  return wire
}

function drawZone(from: number, to: number, name: string, width: number) {
  const margin = width / STATIONS.length / 2 - 4
  const [left, right] = [from - margin, to + margin]
  return draw(
    'g',
    { class: 'zone' },
    draw('rect', { x: left, y: 1, width: right - left, height: HEIGHT - 2, rx: 10 }),
    draw('text', { x: (left + right) / 2, y: 20 }, name),
  )
}

const toSentence = ({ counts, api }: Facts) =>
  `From the page to the API. In the page or the outbox: ${counts.page + counts.outbox}. On the way to the proxy: ${counts.proxy}. ` +
  `In the queue: ${counts.queue}. Taken by the API: ${toTaken(api).join(' and ') || 'nothing'}.`

const toTaken = ({ orders, signUps }: Facts['api']) => [
  ...(orders > 0 ? [toCount(orders, 'order')] : []),
  ...(signUps > 0 ? [toCount(signUps, 'sign-up')] : []),
]

/** Why the queue waits, in the room that there is. */
const NOTES: Record<string, string> = {
  credentials: 'key refused',
  address: 'wrong address',
  unreachable: 'API away',
  busy: 'API busy',
  unknown_list: 'unknown list',
}

/**
 * What waits, in the order it may go: the headers of all waiting events, in memory, so that asking for the next one
 * neither reads the disk nor grows with what waits.
 *
 * Each customer has a line with one lane for orders and one for each list, oldest first. The oldest of all lanes goes,
 * one of a customer at a time. A list the API does not know is held: its lanes stand aside, and one event of it asks.
 */
import type { Event } from '../../contract/event.js'
import { LIST_PROBE_MS } from './bounds.js'
import type { Reason } from './index.js'

export interface Waiting {
  /** Order of arrival; names the row, and is never given twice. */
  seq: number
  id: string
  kind: Event['kind']
  list: string | undefined
  who: string
  signed: boolean
  replayed: boolean
  occurredMs: number
  dueMs: number
  reason: Reason | undefined
  attempts: number
  misses: number
  /** Size of its record. */
  bytes: number
  /** Its body as JSON. What has just arrived is at hand, and need not be read and opened again. */
  text: string | undefined
}

/** Of texts at hand: some 8,000 orders. A sudden crowd fits in, a long outage need not. */
const MOST_TEXT_BYTES = 16 * 1024 * 1024

interface Line {
  who: string
  lanes: Map<string, Waiting[]>
  /** One of its events is under way. */
  claimed: boolean
  /** When its next event may go, or earlier: a held list makes it later without touching every line. */
  dueMs: number
  /** In the heap; −1: not there. */
  place: number
}

export interface Queue {
  readonly size: number
  readonly bytes: number
  /** Takes these for all that waits; who is under way stays so. */
  load(all: Iterable<Waiting>): void
  add(event: Waiting): void
  remove(event: Waiting): void
  find(id: string): Waiting | undefined
  values(): Iterable<Waiting>
  /** The next event that is due; its customer has no other until `release`. */
  take(dueMs: number): Waiting | undefined
  release(who: string): void
  /** Changes when or why an event waits. */
  change(event: Waiting, change: Partial<Waiting>): void
  /** Makes all that waits for a reason due at once. */
  wake(reason: Reason): void
  holdList(list: string, dueMs: number): void
  /** The API knows the list, or is to be asked at once. */
  freeList(list: string): void
  isHeld(list: string): boolean
  nextDueMs(): number | undefined
}

export function createQueue(): Queue {
  const events = new Map<number, Waiting>()
  const seqs = new Map<string, number>()
  const lines = new Map<string, Line>()
  const underWay = new Set<string>()
  const held = new Map<string, number>()
  const heap = createHeap()
  let bytes = 0
  let textBytes = 0

  function add(event: Waiting) {
    events.set(event.seq, event)
    seqs.set(event.id, event.seq)
    bytes += event.bytes
    if (event.text) {
      if (textBytes + event.bytes > MOST_TEXT_BYTES) event.text = undefined
      else textBytes += event.bytes
    }
    const line = lines.get(event.who) ?? createLine(event.who)
    const lane = line.lanes.get(toLane(event))
    if (lane) lane.splice(toPlace(lane, event), 0, event)
    else line.lanes.set(toLane(event), [event])
    arrange(line)
  }

  function createLine(who: string): Line {
    const line: Line = { who, lanes: new Map(), claimed: underWay.has(who), dueMs: 0, place: -1 }
    lines.set(who, line)
    return line
  }

  function remove({ seq }: Waiting) {
    const event = events.get(seq)
    if (!event) return
    events.delete(seq)
    if (seqs.get(event.id) === seq) seqs.delete(event.id)
    bytes -= event.bytes
    forgetText(event)
    const line = lines.get(event.who)
    const lane = line?.lanes.get(toLane(event))
    if (!line || !lane) return
    lane.splice(toPlace(lane, event), 1)
    if (lane.length === 0) line.lanes.delete(toLane(event))
    if (line.lanes.size === 0) lines.delete(event.who)
    arrange(line)
  }

  function forgetText(event: Waiting) {
    if (!event.text) return
    textBytes -= event.bytes
    event.text = undefined
  }

  /** Puts a line where its next event belongs. */
  function arrange(line: Line) {
    const next = line.claimed ? undefined : toNext(line)
    if (!next) return heap.remove(line)
    line.dueMs = toDueMs(next)
    heap.put(line)
  }

  /** Of the lanes that go together the oldest event, or the first of a held list, whichever is due first. */
  function toNext(line: Line): Waiting | undefined {
    let next: Waiting | undefined
    let besides: Waiting | undefined
    for (const [lane, [first]] of line.lanes) {
      if (!first) continue
      if (held.has(lane)) {
        if (!besides || toDueMs(first) < toDueMs(besides)) besides = first
      } else if (!next || isBefore(first, next)) next = first
    }
    return next && besides ? (toDueMs(besides) < toDueMs(next) ? besides : next) : (next ?? besides)
  }

  function toDueMs({ dueMs, list }: Waiting): number {
    return list === undefined ? dueMs : Math.max(dueMs, held.get(list) ?? 0)
  }

  /** The line that is next, its time made exact. */
  function toFirst(): Line | undefined {
    for (;;) {
      const line = heap.first()
      if (!line) return undefined
      const before = line.dueMs
      arrange(line)
      if (line.dueMs === before) return line
    }
  }

  function arrangeList(list: string) {
    for (const line of lines.values()) if (line.lanes.has(list)) arrange(line)
  }

  return {
    get size() {
      return events.size
    },
    get bytes() {
      return bytes
    },
    load(all) {
      for (const table of [events, seqs, lines]) table.clear()
      heap.clear()
      bytes = 0
      textBytes = 0
      for (const event of all) add(event)
    },
    add,
    remove,
    find: (id) => events.get(seqs.get(id) ?? -1),
    values: () => events.values(),
    take(dueMs) {
      const line = toFirst()
      if (!line || line.dueMs > dueMs) return undefined
      const event = toNext(line)
      if (!event) return undefined
      if (event.list !== undefined && held.has(event.list)) held.set(event.list, dueMs + LIST_PROBE_MS)
      line.claimed = true
      underWay.add(line.who)
      heap.remove(line)
      return event
    },
    release(who) {
      underWay.delete(who)
      const line = lines.get(who)
      if (!line) return
      line.claimed = false
      arrange(line)
    },
    change({ seq }, change) {
      const event = events.get(seq)
      const line = event && lines.get(event.who)
      if (!event || !line) return
      forgetText(event) // who waits, waits long
      Object.assign(event, change)
      arrange(line)
    },
    wake(reason) {
      for (const event of events.values()) if (event.reason === reason) event.dueMs = 0
      for (const line of lines.values()) arrange(line)
    },
    holdList(list, dueMs) {
      const isNew = !held.has(list)
      held.set(list, dueMs)
      if (isNew) arrangeList(list) // what stood behind it may go
    },
    freeList(list) {
      if (held.delete(list)) arrangeList(list)
    },
    isHeld: (list) => held.has(list),
    nextDueMs: () => toFirst()?.dueMs,
  }
}

const toLane = ({ list }: Waiting) => list ?? '' // no list is named so

const isBefore = (a: Waiting, b: Waiting) => (a.occurredMs - b.occurredMs || a.seq - b.seq) < 0

/** Where it is, or belongs; most belong at the end, and leave from the start. */
function toPlace(lane: Waiting[], event: Waiting): number {
  let low = 0
  let high = lane.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = lane[middle]
    if (other && isBefore(other, event)) low = middle + 1
    else high = middle
  }
  return low
}

/** Lines by when they are due: a binary heap in which each line knows its place. */
function createHeap() {
  const lines: Line[] = []

  function set(place: number, line: Line) {
    lines[place] = line
    line.place = place
  }

  function rise(line: Line) {
    while (line.place > 0) {
      const parent = lines[(line.place - 1) >> 1]
      if (!parent || parent.dueMs <= line.dueMs) return
      swap(line, parent)
    }
  }

  function sink(line: Line) {
    for (;;) {
      const [left, right] = [lines[2 * line.place + 1], lines[2 * line.place + 2]]
      const child = right && left && right.dueMs < left.dueMs ? right : left
      if (!child || child.dueMs >= line.dueMs) return
      swap(child, line)
    }
  }

  function swap(a: Line, b: Line) {
    const place = a.place
    set(b.place, a)
    set(place, b)
  }

  return {
    first: () => lines[0],
    put(line: Line) {
      if (line.place < 0) set(lines.length, line)
      rise(line)
      sink(line)
    },
    remove(line: Line) {
      const last = lines.at(-1)
      if (line.place < 0 || !last) return
      const place = line.place
      lines.pop()
      line.place = -1
      if (last === line) return
      set(place, last)
      rise(last)
      sink(last)
    },
    clear() {
      lines.length = 0
    },
  }
}

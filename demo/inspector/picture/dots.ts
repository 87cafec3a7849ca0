/**
 * A dot for each event. It moves from station to station like its event, and fades at the end. With reduced motion it jumps to
 * its station.
 */
import type { Stage } from '../view.js'
import { isEnd, type Layout, LINE_Y, toStation } from './stations.js'

/** An event in the picture. */
export interface Traveller {
  id: string
  kind: string
  stage: Stage
}

interface Dot {
  element: SVGElement
  /** The index of its station. */
  at: number
  stage: Stage
}

const HOP_MS = 380
const FADE_MS = 900

export function createDots(into: SVGElement) {
  const dots = new Map<string, Dot>()
  /** The events whose dot has faded. They do not get a second one. */
  const gone = new Set<string>()
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let layout: Layout | undefined

  /** Dots of one station are above it, in rows of five. */
  function arrange(next = layout) {
    layout = next
    if (!layout) return
    const { radius } = layout
    const rows = new Map<number, Dot[]>()
    for (const dot of dots.values()) rows.set(dot.at, [...(rows.get(dot.at) ?? []), dot])
    for (const [at, row] of rows) {
      const center = layout.toX(at)
      row.forEach(({ element }, index) => {
        const [column, line] = [index % 5, Math.floor(index / 5)]
        const inRow = Math.min(5, row.length - line * 5)
        const x = center + (column - (inRow - 1) / 2) * 13
        element.style.transform = `translate(${x}px, ${LINE_Y - radius - 12 - Math.min(line, 2) * 13}px)`
      })
    }
  }

  /** Moves a dot one station at a time, until it is at the station of its event. */
  function step(id: string) {
    const dot = dots.get(id)
    if (!dot) return
    const target = toStation(dot.stage)
    if (dot.at === target) {
      if (isEnd(dot.stage)) leave(id, dot)
      return
    }
    dot.at = still.matches || target < dot.at ? target : dot.at + 1
    arrange()
    setTimeout(() => step(id), still.matches ? 0 : HOP_MS)
  }

  function leave(id: string, { element, stage }: Dot) {
    gone.add(id)
    element.classList.add('gone', stage)
    setTimeout(
      () => {
        element.remove()
        dots.delete(id)
        arrange()
      },
      still.matches ? 0 : FADE_MS,
    )
  }

  function add({ id, kind, stage }: Traveller, at: number) {
    const element = drawDot(kind)
    element.dataset.stage = stage
    into.append(element)
    dots.set(id, { element, at, stage })
    arrange()
    element.getBoundingClientRect() // lays it out here, so the browser animates its first move
    step(id)
  }

  return {
    arrange,
    /** @param known the event is older than this page: its dot starts at its station, or is left out if the event has ended */
    move(traveller: Traveller, known: boolean) {
      const { id, stage } = traveller
      const dot = dots.get(id)
      if (dot) {
        const hasWaited = dot.at === toStation(dot.stage)
        dot.stage = stage
        dot.element.dataset.stage = stage
        if (hasWaited) step(id)
      } else if (known && isEnd(stage)) gone.add(id)
      else if (!gone.has(id)) add(traveller, known ? toStation(stage) : 0)
    },
  }
}

const SVG = 'http://www.w3.org/2000/svg'

/** Draws a disc for an order, and a square for a sign-up. */
function drawDot(kind: string): SVGElement {
  const isOrder = kind === 'convert'
  const element = document.createElementNS(SVG, isOrder ? 'circle' : 'rect')
  const attributes = isOrder ? { r: 5.5 } : { x: -5, y: -5, width: 10, height: 10, rx: 1.5 }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.setAttribute('class', `dot ${kind}`)
  return element
}

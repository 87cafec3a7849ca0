/** The five stations from page to API, and the station of each stage. */
import type { Stage } from '../view.js'

export const STATIONS = [
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

export type Station = (typeof STATIONS)[number]['id']

const AT: Record<Stage, Station> = {
  browser: 'outbox',
  waiting: 'queue',
  delivered: 'api',
  dead: 'queue',
  refused: 'proxy',
}

/** @returns the station's index */
export const toStation = (stage: Stage) => STATIONS.findIndex(({ id }) => id === AT[stage])

/** The event does not move any more. */
export const isEnd = (stage: Stage) => stage !== 'browser' && stage !== 'waiting'

export const HEIGHT = 208
export const LINE_Y = 104
/** Below this width, the picture has smaller stations and shorter names. */
const NARROW = 560

const [RADIUS, NARROW_RADIUS] = [27, 21]

export type Layout = ReturnType<typeof toLayout>

/** Calculates the positions in a picture of this width. */
export function toLayout(width: number) {
  const isNarrow = width < NARROW
  const radius = isNarrow ? NARROW_RADIUS : RADIUS
  const toX = (station: number) => (width * (station + 0.5)) / STATIONS.length
  return { width, isNarrow, radius, iconScale: radius / RADIUS, toX }
}

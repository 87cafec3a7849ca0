/** How far the hour is. */
export interface Clock {
  isOver(): boolean
  /** The first eighth. Processes are killed then, and have to live from then on: what they gather shows only so. */
  isBeginning(): boolean
}

export function startClock(minutes: number): Clock {
  const startMs = performance.now()
  const elapsed = () => (performance.now() - startMs) / (minutes * 60_000)
  return { isOver: () => elapsed() >= 1, isBeginning: () => elapsed() < 1 / 8 }
}

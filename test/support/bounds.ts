/** The limits of the queue with default settings. */
import type { Bounds } from '../../src/proxy/queue/types.js'
import { createSettings } from './proxy.js'

export function toUsualBounds(more: Partial<Bounds> = {}): Bounds {
  const { queueEvents, queueBytes, deadLetters, deadLetterBytes, dailyConversions, dailySignUps } = createSettings()
  return { queueEvents, queueBytes, deadLetters, deadLetterBytes, dailyConversions, dailySignUps, ...more }
}

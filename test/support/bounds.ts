/** How much the queue takes where nobody has set anything: as the settings say it. */
import type { Bounds } from '../../src/proxy/queue/types.js'
import { createSettings } from './proxy.js'

export function toUsualBounds(more: Partial<Bounds> = {}): Bounds {
  const { queueEvents, queueBytes, deadLetters, deadLetterBytes, dailyConversions, dailySignUps } = createSettings()
  return { queueEvents, queueBytes, deadLetters, deadLetterBytes, dailyConversions, dailySignUps, ...more }
}

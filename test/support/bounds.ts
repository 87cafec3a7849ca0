/** How much the queue takes where nobody has set anything: as the settings say it. */
import { toBounds } from '../../src/proxy/queue/room.js'
import type { Bounds } from '../../src/proxy/queue/types.js'
import { createSettings } from './proxy.js'

export const toUsualBounds = (more: Partial<Bounds> = {}): Bounds => ({ ...toBounds(createSettings()), ...more })

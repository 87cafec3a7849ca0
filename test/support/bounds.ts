/** How much the queue takes where nobody has set anything: as the settings say it. */
import { type Bounds, toBounds } from '../../src/proxy/queue/bounds.js'
import { createSettings } from './proxy.js'

export const toUsualBounds = (more: Partial<Bounds> = {}): Bounds => ({ ...toBounds(createSettings()), ...more })

/** The guards in their order, the cheapest first. A guard does not store or send anything. */
import type { Settings } from '../settings.js'
import { checkBody } from './body.js'
import type { Guard } from './context.js'
import { checkMethod } from './method.js'
import { createOriginCheck } from './origin.js'
import { createRateChecks } from './rate.js'
import { createShapeCheck } from './shape.js'
import { createSignatureCheck } from './signature.js'
import { checkSize } from './size.js'
import { checkType } from './type.js'

export interface Guards {
  /** The guards for events, in their order. */
  guards: Guard[]
  /** The guard for a refused report that is stored. */
  checkReport: Guard
}

export function createGuards(settings: Settings, now: () => number): Guards {
  const { checkAddress, checkTotal } = createRateChecks(settings, now)
  const guards = [
    checkMethod,
    checkSize,
    createOriginCheck(settings),
    checkAddress,
    checkType,
    checkBody,
    createShapeCheck(settings),
    createSignatureCheck(settings, now),
    checkTotal,
  ]
  return { guards, checkReport: checkTotal }
}

/** The guards in the order they are asked: the cheapest check first, and none that stores or sends anything. */
import type { Settings } from '../settings.js'
import { createBodyCheck } from './body.js'
import type { Guard } from './context.js'
import { checkMethod } from './method.js'
import { createOriginCheck } from './origin.js'
import { createPrivacyCheck } from './privacy-control.js'
import { createRateChecks } from './rate.js'
import { createShapeCheck } from './shape.js'
import { createSignatureCheck } from './signature.js'
import { checkSize } from './size.js'
import { checkType } from './type.js'

export function createGuards(settings: Settings, now: () => number): Guard[] {
  const { checkAddress, checkTotal } = createRateChecks(settings, now)
  return [
    checkMethod,
    checkSize,
    createOriginCheck(settings),
    createPrivacyCheck(settings),
    checkAddress,
    checkType,
    createBodyCheck(settings),
    createShapeCheck(settings),
    createSignatureCheck(settings, now),
    checkTotal,
  ]
}

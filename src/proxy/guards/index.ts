/** The guards in the order they are asked: the cheapest check first, and none with a side effect. */
import { checkBody } from './body.js'
import { checkMethod } from './method.js'
import { checkOrigin } from './origin.js'
import { checkShape } from './shape.js'
import { checkSize } from './size.js'
import { checkType } from './type.js'
import type { Guard } from './visit.js'

export const GUARDS: Guard[] = [checkMethod, checkSize, checkOrigin, checkType, checkBody, checkShape]

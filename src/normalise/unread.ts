/** What a reader answers for a value that says something it cannot read. */
import type { ProblemCode } from './problems.js'

export class Unread {
  constructor(readonly code: ProblemCode) {}
}

export const UNREADABLE = new Unread('unreadable')

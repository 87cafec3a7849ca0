/** Answers that every reader gives. */
import type { Reading } from '../problem.js'

/** There is something, and nobody can tell what. */
export const UNREADABLE: Reading<never> = { problem: 'unreadable' }
/** Nothing was said, which is no problem. */
export const NOTHING: Reading<undefined> = { value: undefined }

/** A value, or the problem that there is none. */
export const toReading = <T>(value: T | undefined): Reading<T> => (value === undefined ? UNREADABLE : { value })

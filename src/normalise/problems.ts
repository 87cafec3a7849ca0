/** Errors in the input of an order or sign-up. `problem-texts.ts` has their sentences, which a page need not load. */
import type { Problem, Raw } from '../contract/raw.js'

const PROBLEM_CODES = [
  'ambiguous_amount',
  'unreadable',
  'not_cents',
  'unknown_field',
  'no_sum',
  'no_order_number',
  'no_value',
  'far_total',
  'no_cart',
  'no_product_id',
  'no_email',
  'masked_email',
  'two_emails',
  'too_long',
  'too_many',
  'bad_selector',
  'card',
  'adapter_failed',
  'no_order',
  'no_list',
  'no_endpoint',
  'foreign_link',
  'too_large',
] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

export const isProblemCode = (code: string): code is ProblemCode => PROBLEM_CODES.some((each) => each === code)

/** The longest name of a field in a problem. */
export const MAX_NAME = 100

/** Lists the problems that the page knows itself. Unknown codes are left out, because codes become figures and alerts. */
export const listOwnProblems = ({ problems = [] }: Raw): Problem[] =>
  problems
    .filter(({ code }) => isProblemCode(code))
    .map(({ field, code }) => ({ field: field.slice(0, MAX_NAME), code }))

/** Problems beyond this number are left out: they are sent with the event, and no screen shows as many. */
const MAX_PROBLEMS = 50

/** Lists each problem once, and the first 50. */
export function limitProblems(problems: readonly Problem[]): Problem[] {
  const unique = new Map(problems.map((problem) => [`${problem.code} ${problem.field}`, problem]))
  return [...unique.values()].slice(0, MAX_PROBLEMS)
}

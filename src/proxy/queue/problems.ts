/**
 * The problems of an event as the ledger stores them: each field with its code, without any text of the page.
 *
 * Anyone can make up the name of a field, so only names of the contract are kept. The others are called `other`.
 */
import { Contact } from '../../contract/contact.js'
import { CartData, CartItem } from '../../contract/conversion.js'
import type { Problem } from '../../contract/said.js'

const SHAPES = [CartData.shape, CartItem.shape, Contact.shape]
const NAMES = new Set(['email', 'order', 'cart_data', 'cart_items', ...SHAPES.flatMap((shape) => Object.keys(shape))])
const CODE = /^[a-z_]{1,40}$/
/** An order of 500 lines can have a problem in each of them. */
const MAX_PROBLEMS = 50

/** Converts problems to text: "cart_value ambiguous_amount, price not_a_number". Returns null if there are none. */
export function toProblemText(problems: Problem[] = []): string | null {
  const masked = problems.filter(({ code }) => CODE.test(code)).map(({ field, code }) => `${toName(field)} ${code}`)
  return [...new Set(masked)].slice(0, MAX_PROBLEMS).join(', ') || null
}

function toName(field: string): string {
  const name = field.split('.').at(-1) ?? ''
  return NAMES.has(name) ? name : 'other'
}

export const readProblems = (text: string | null): Problem[] =>
  (text?.split(', ') ?? []).map((each) => {
    const [field = '', code = ''] = each.split(' ')
    return { field, code }
  })

/** Each problem with its sentence and what to do. Inspector, operator's page and guides use this table. */
import { isProblemCode, type ProblemCode } from './problems.js'

export interface ProblemText {
  /** The error, and its effect on the event. */
  sentence: string
  /** The action for the shop's developer. */
  todo: string
}

export const PROBLEMS = {
  ambiguous_amount: {
    sentence: 'The amount can be read in two ways, such as 1.299, and was left out.',
    todo: 'Write it with two decimals; in data, as a number with a dot. For a currency with three decimals set decimal.',
  },
  unreadable: {
    sentence: 'It could not be read, and was left out.',
    todo: 'Give one plain value: one amount that is not negative, one whole number, a date as YYYY-MM-DD. A pattern after the selector takes one of several numbers: “.qty /× (\\d+)/”.',
  },
  not_cents: {
    sentence: 'The passed amount is not a whole number of cents, and was left out.',
    todo: 'Pass hundredths of the major unit: 1999 for 19.99, 100000 for 1,000 yen.',
  },
  unknown_field: {
    sentence: 'convert() has no field with this name at the top level, so it was ignored.',
    todo: 'Put fields of the cart into cart_data, and items into cart_items.',
  },
  no_sum: {
    sentence:
      'The value of the cart should be the sum of its items, but items are missing, or one has no readable price or was cut.',
    todo: 'Give every item its price and quantity, or set value to source.',
  },
  no_order_number: {
    sentence:
      'This is not an order number: it is empty, a placeholder, a template not filled in, or a number too long to be exact. It was left out.',
    todo: 'Give it as text in transaction_id (or orderNumber, or data-ringup="order_number"), once it is known.',
  },
  no_value: {
    sentence: 'The order has no value under any name that is known. It was sent without one.',
    todo: 'Push it as value, or name the place where the page shows it: the selector cart_value, or data-ringup="cart_value".',
  },
  far_total: {
    sentence: 'The total is at least four times as large or as small as the sum of the items. It was sent.',
    todo: 'Compare the total and the prices with the page: one of them is read from the wrong place.',
  },
  no_cart: {
    sentence:
      'Only the customer was found: no order number, no value and no items. The customer converts without them.',
    todo: 'Push the purchase to the data layer, name its fields with selectors, or pass cart_data.',
  },
  no_product_id: {
    sentence: 'The item has no product_id, and was left out.',
    todo: 'Give every item its SKU or ID.',
  },
  no_email: {
    sentence: 'No e-mail address was found, and none was passed. The API needs one, so the proxy refused the event.',
    todo: 'Pass email to the call, push user_data.email to the data layer, or mark an element with data-ringup="email".',
  },
  masked_email: {
    sentence: 'The e-mail address is masked (i***@…). The API needs a whole one, so the proxy refused the event.',
    todo: 'Name a place where the page has the whole address, or pass it.',
  },
  two_emails: {
    sentence: 'This place has two different addresses, so the customer is not known.',
    todo: 'Name the right one with the setting email.',
  },
  too_long: {
    sentence:
      'This field was left out: beyond the API’s own fields, a name has at most 64 characters and a value 1,000.',
    todo: 'Shorten it, or leave it out.',
  },
  too_many: {
    sentence: 'This field was left out: beyond the API’s own fields, a sign-up has at most 50.',
    todo: 'Send fewer fields.',
  },
  bad_selector: {
    sentence: 'This is not a valid CSS selector, or the pattern after it is not valid, so it reads nothing.',
    todo: 'Correct it; the set-up page tries it on the page.',
  },
  card: {
    sentence: 'It looks like a card number, so it was not read.',
    todo: 'Nothing; or, if it is something else, give the field its autocomplete token: a field of the API, such as phone, is always read.',
  },
  adapter_failed: {
    sentence: 'The shop’s own adapter threw an error, or took more than 3 s. Only the passed values are sent.',
    todo: 'See the console, and try the function by itself.',
  },
  no_order: {
    sentence:
      'There is no order: the value passed to convert() is not an object, or the event that converts has no order.',
    todo: 'Pass { email, cart_data, cart_items }, or nothing. Push ecommerce with the event.',
  },
  no_list: {
    sentence: 'The list that was passed to addToList() is not text.',
    todo: 'Pass a name of RINGUP_LISTS, such as newsletter.',
  },
  no_endpoint: {
    sentence: 'No setting says where the proxy listens, and the script comes from another origin than the page.',
    todo: 'Set data-endpoint on the script tag.',
  },
  foreign_link: {
    sentence:
      'The event is not signed, and the link does not lead to the shop, or the picture is not https. It was left out.',
    todo: 'Link to a host of RINGUP_ORIGINS or its domain, serve pictures by https, or sign the event.',
  },
  too_large: {
    sentence: 'The event is over 48 KiB even without long texts and with 50 rows.',
    todo: 'Pass fewer items, or shorter texts.',
  },
} satisfies Record<ProblemCode, ProblemText>

/** Answers the text of a code; undefined for one of a newer proxy. */
export const toProblemText = (code: string): ProblemText | undefined =>
  isProblemCode(code) ? PROBLEMS[code] : undefined

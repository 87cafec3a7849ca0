/** Finds what was read well and is probably not what the shop means. The snippet can't know it; only the set-up page says so. */

import { ORDER_FIELDS } from '../../contract/selectors.js'
import { isCounting } from '../../examine/point/to-selector.js'
import { findUnfitTotal, toMajor } from '../../examine/totals.js'
import type { Choices } from '../choices/choices.js'
import type { Body } from './try-out.js'

type Doubt = (body: Body, choices: Choices) => string | undefined | false

/** Says what looks wrong in an order that was read: a sentence each, with what to do. */
export function toDoubts(body: Body, choices: Choices): string[] {
  return [toNumberDoubt, toIdDoubt, toPriceDoubt, toLineDoubt, toTotalDoubt, ...toCountingDoubts(choices)].flatMap(
    (doubt) => doubt(body, choices) || [],
  )
}

/** Says what this sample can't show: a sentence each, with what to try. */
export function toHints(body: Body, choices: Choices): string[] {
  return [toSingleHint, toItemlessHint, toWordHint].flatMap((hint) => hint(body, choices) || [])
}

const isOfPage = ({ source }: Choices) => source === 'selectors' || source === 'attributes'

const toNumberDoubt: Doubt = ({ cart_data: { order_number: number = '' } = {} }, choices) =>
  isOfPage(choices) &&
  /\s/.test(String(number)) &&
  `The order number is read as “${number}”. The shop’s server knows it without these words. ${
    choices.source === 'selectors'
      ? 'Point at it in the preview, or take the number alone by a pattern behind the selector: “.number /#(\\S+)/” for “#1042”.'
      : 'Give the element the number alone: data-ringup-value="…".'
  }`

const toIdDoubt: Doubt = ({ cart_items: items = [] }) => {
  const [ids, names] = ['product_id', 'name'].map((field) => new Set(items.map((item) => item[field])))
  const [id] = ids ?? []
  const isSame = items.length > 1 && ids?.size === 1 && names?.size !== 1
  return (
    isSame &&
    `All ${items.length} items have the product ID “${id}”, so it is not one. Name an attribute of the row that has it, or a part of its link: “a@href /[?&]id=([^&#]+)/”.`
  )
}

interface Line {
  price: number
  quantity: number
  line: number
}

/** Undefined where one amount is not known, for then no sum says anything; and where every quantity is one, for then both amounts are the same. */
function toLines({ cart_items: items = [] }: Body): Line[] | undefined {
  const lines = items.map(({ price, item_qty, qty_price }) => ({
    price: Number(price),
    quantity: Number(item_qty),
    line: Number(qty_price),
  }))
  const isKnown = lines.every((line) => Object.values(line).every(Number.isFinite))
  return isKnown && lines.some(({ quantity }) => quantity > 1) ? lines : undefined
}

const toSum = (lines: Line[], toPart: (line: Line) => number) => lines.reduce((sum, line) => sum + toPart(line), 0)

const BY_SOURCE = {
  ofLine: {
    page: 'name it as “Price of the line” (qty_price) and leave “Price of one” empty',
    other: 'the page gives the price of the line where that of one piece belongs',
  },
  ofOne: {
    page: 'name it as “Price of one” (price) and leave “Price of the line” empty',
    other: 'the page gives the price of one piece where that of the line belongs',
  },
}

/** The price of one piece was taken for the line's, or the other way round: only the order's value tells. */
const toPriceDoubt: Doubt = (body, choices) => {
  const lines = toLines(body)
  const value = Number(body.cart_data?.cart_value)
  const { 'item.price': price, 'item.qty_price': line } = choices.selectors
  const areBothNamed = choices.source === 'selectors' && price && line
  const isOfLine = choices.source === 'selectors' && line && !price
  if (!lines || !Number.isFinite(value) || areBothNamed) return false
  const [items, ofLine, ofOne] = [
    toSum(lines, (each) => each.line),
    toSum(lines, (each) => each.price), // were each price that of its line
    toSum(lines, (each) => each.line * each.quantity), // were each line's amount that of one piece
  ]
  const where = isOfPage(choices) ? 'page' : 'other'
  const begin = `The items come to ${toMajor(items)}, and the order to ${toMajor(value)}.`
  if (items > value && ofLine <= value && !isOfLine) {
    return `${begin} If nothing was taken off, the amount in the rows is that of the line, which comes to ${toMajor(ofLine)}: ${BY_SOURCE.ofLine[where]}.`
  }
  return (
    items !== value &&
    ofOne === value &&
    `${begin} The amount in the rows is that of one piece, since with the quantities it comes to the same: ${BY_SOURCE.ofOne[where]}.`
  )
}

/** A row has both amounts, and they do not fit each other. */
const toLineDoubt: Doubt = (body) => {
  const wrong = (toLines(body) ?? []).find(({ price, quantity, line }) => quantity > 1 && line <= price)
  return (
    wrong &&
    `${wrong.quantity} pieces cost ${toMajor(wrong.line)}, and one ${toMajor(wrong.price)}: “Price of one” (price) and “Price of the line” (qty_price) ${
      wrong.line === wrong.price ? 'are the same amount' : 'look exchanged'
    }.`
  )
}

const toTotalDoubt: Doubt = (body) => {
  const unfit = findUnfitTotal(body)
  return (
    unfit &&
    `The order comes to ${toMajor(unfit.value)}, and its items to ${toMajor(unfit.sum)}. One of the two is read from the wrong place, or products are missing.`
  )
}

/** Fields of the order that are found by counting, so that one line more moves them. */
const toCountingDoubts = ({ source, selectors }: Choices): Doubt[] =>
  Object.entries(ORDER_FIELDS).map(([name, words]) => () => {
    const selector = selectors[`cart.${name}`] ?? ''
    return (
      source === 'selectors' &&
      isCounting(selector) &&
      `“${words}” is found by counting, with “${selector}”. With a line more, a discount or shipping, it is another. Name a class or an ID, or the word beside it by a pattern: “.totals /Total\\D*([\\d.,]+)/”.`
    )
  })

/** Whether an amount is that of one piece or of the line shows only where there are two of one. */
const toSingleHint: Doubt = ({ cart_items: items = [] }, choices) => {
  const { 'item.price': price, 'item.qty_price': line, 'item.item_qty': quantity } = choices.selectors
  return (
    choices.source === 'selectors' &&
    quantity !== undefined &&
    Boolean(price) !== Boolean(line) &&
    items.length > 0 &&
    items.every(({ item_qty }) => item_qty === 1) &&
    'Every quantity in this sample is 1. Only an order of two pieces shows whether the rows have the price of one piece or of the line: try one.'
  )
}

const toItemlessHint: Doubt = ({ cart_items: items = [] }, { source, selectors }) =>
  source === 'selectors' &&
  items.length === 0 &&
  !selectors.each &&
  'No products are named: point at one in the preview. A page that shows none needs them from its template, each with data-ringup-item and data-ringup="product_id".'

/** A pattern with a word of the page finds nothing where the page speaks another language. */
const toWordHint: Doubt = (_body, { source, selectors }) => {
  const patterns = Object.entries(selectors).flatMap(([name, selector]) =>
    name.startsWith('cart.') ? (/\s\/(.+)\/$/.exec(selector)?.[1] ?? []) : [],
  )
  const word = patterns.flatMap((pattern) => /\p{L}{3,}/u.exec(pattern.replace(/\[.*?\]/g, ''))?.[0] ?? [])[0]
  return (
    source === 'selectors' &&
    word !== undefined &&
    `“${word}” in a pattern is a word of this page. A page in another language has another: there this field is not found.`
  )
}

// @vitest-environment happy-dom
/** Promise: pointing at one product finds the rows of all products, and their fields. */
import { expect, test } from 'vitest'
import { findRows, toPlacedRows } from '../../../../src/examine/point/rows.js'
import { readSelector, toShownText } from '../../../../src/snippet/rest/gather/selector.js'

interface Page {
  name: string
  html: string
  /** The element that a person points at. */
  at: string
  /** The texts that the guessed selectors read in each row. */
  rows: string[]
}

const PAGES: Page[] = [
  {
    name: 'a table with classes, and an ID on each row',
    html: `<table><thead><tr><th>Product</th><th>Price</th></tr></thead><tbody>
      <tr class="line" data-sku="MUG-1"><td class="name">Blue mug</td><td class="qty">2</td><td class="price">€12.99</td></tr>
      <tr class="line" data-sku="TEA-7"><td class="name">Green tea</td><td class="qty">1</td><td class="price">€11.00</td></tr>
      </tbody><tfoot><tr><td colspan="2">Total</td><td>€36.98</td></tr></tfoot></table>`,
    at: '.price',
    rows: [
      'product_id MUG-1 · name Blue mug · item_qty 2 · price €12.99',
      'product_id TEA-7 · name Green tea · item_qty 1 · price €11.00',
    ],
  },
  {
    name: 'a list without classes, a link to each product, price and sum of the line',
    html: `<h1>Thanks</h1><ul><li><a href="/shop/blue-mug/">Blue mug</a> <span>× 2</span> <em>12,99 €</em> <b>25,98 €</b></li>
      <li><a href="/shop/green-tea/">Green tea</a> <span>× 1</span> <em>11,00 €</em> <b>11,00 €</b></li></ul>
      <ul><li>Help</li><li>Returns</li></ul>`,
    at: 'a',
    rows: [
      'product_id blue-mug · name Blue mug · item_qty × 2 · price 12,99 € · qty_price 25,98 € · product_url /shop/blue-mug/',
      'product_id green-tea · name Green tea · item_qty × 1 · price 11,00 € · qty_price 11,00 € · product_url /shop/green-tea/',
    ],
  },
  {
    name: 'cards whose classes carry the product’s number, pointed at deep within',
    html: `<section><div class="card post-12"><div><h3>Blue mug</h3></div><p><b>$12.99</b></p></div>
      <div class="card post-99"><div><h3>Green tea</h3></div><p><b>$11.00</b></p></div></section>`,
    at: 'h3',
    rows: ['name Blue mug · price $12.99', 'name Green tea · price $11.00'],
  },
  {
    name: 'a table whose last row is the total, with “x 2” as the quantity',
    html: `<table class="items"><tr><td>Blue mug</td><td>x 2</td><td>€12.99</td></tr>
      <tr><td>Green tea</td><td>x 1</td><td>€11.00</td></tr>
      <tr class="total"><td>Total</td><td></td><td>€36.98</td></tr></table>`,
    at: 'td',
    rows: ['name Blue mug · item_qty x 2 · price €12.99', 'name Green tea · item_qty x 1 · price €11.00'],
  },
  {
    name: 'a list whose parts have the attribute of a framework, such as Vue’s',
    html: `<ul><li><span data-v-7b>Blue mug</span> <span data-v-7b>× 2</span> <b data-v-7b>€12.99</b></li>
      <li><span data-v-7b>Green tea</span> <span data-v-7b>× 1</span> <b data-v-7b>€11.00</b></li></ul>`,
    at: 'span',
    rows: ['name Blue mug · item_qty × 2 · price €12.99', 'name Green tea · item_qty × 1 · price €11.00'],
  },
  {
    name: 'a table in which some rows have a class for their look',
    html: `<table><tr><td>Blue mug</td><td>€12.99</td></tr>
      <tr class="table-row last"><td>Green tea</td><td>€11.00</td></tr></table>`,
    at: 'td',
    rows: ['name Blue mug · price €12.99', 'name Green tea · price €11.00'],
  },
  {
    name: 'an order of one product in a table',
    html: `<table class="order"><tr><th>Product</th><th>Sum</th></tr>
      <tr><td><a href="/p?id=7">Blue mug</a></td><td>12.99 EUR</td></tr></table>`,
    at: 'a',
    rows: ['product_id 7 · name Blue mug · price 12.99 EUR · product_url /p?id=7'],
  },
  {
    name: 'one amount a row, that of the line: the sum of them is the total below',
    html: `<ul><li><i>Blue mug</i> <u>2 ea.</u> <b>€25.98</b></li><li><i>Green tea</i> <u>1 ea.</u> <b>€11.00</b></li></ul>
      <p>Sum <b>€36.98</b></p>`,
    at: 'i',
    rows: ['name Blue mug · item_qty 2 ea. · qty_price €25.98', 'name Green tea · item_qty 1 ea. · qty_price €11.00'],
  },
  {
    name: 'one amount a row, that of one piece: only with the quantities it comes to the total below',
    html: `<ul><li><i>Blue mug</i> <u>2 pcs</u> <b>€12.99</b></li><li><i>Green tea</i> <u>1 pc</u> <b>€11.00</b></li></ul>
      <p>Sum <b>€36.98</b></p>`,
    at: 'i',
    rows: ['name Blue mug · item_qty 2 pcs · price €12.99', 'name Green tea · item_qty 1 pc · price €11.00'],
  },
  {
    name: 'one amount a row, of which only the heading says that it is the line’s',
    html: `<table><tr><th>Product</th><th>Quantity</th><th>Total</th></tr>
      <tr><td>Blue mug</td><td>1</td><td>€12.99</td></tr><tr><td>Green tea</td><td>1</td><td>€11.00</td></tr></table>`,
    at: 'td',
    rows: ['name Blue mug · item_qty 1 · qty_price €12.99', 'name Green tea · item_qty 1 · qty_price €11.00'],
  },
  {
    name: 'a price with another after it, a crossed-out one, and a field for the quantity',
    html: `<div id="cart"><div class="line"><p>Blue mug</p><select><option>1<option selected>2</select>
        <div>€12.99 <small>(€10.92 net)</small> <del>€15.00</del></div><em>€25.98</em></div>
      <div class="line"><p>Green tea</p><select><option selected>1<option>2</select>
        <div>€11.00 <small>(€9.24 net)</small> <del>€13.00</del></div><em>€11.00</em></div></div>`,
    at: 'p',
    rows: [
      'name Blue mug · item_qty 2 · price €12.99 · qty_price €25.98',
      'name Green tea · item_qty 1 · price €11.00 · qty_price €11.00',
    ],
  },
  {
    name: 'links to one script, whose parameter tells the products apart',
    html: `<ul><li><a href="/index.php?page=product&amp;products_id=34">Blue mug</a></li>
      <li><a href="/index.php?page=product&amp;products_id=7">Green tea</a></li></ul>`,
    at: 'a',
    rows: [
      'product_id 34 · name Blue mug · product_url /index.php?page=product&products_id=34',
      'product_id 7 · name Green tea · product_url /index.php?page=product&products_id=7',
    ],
  },
  {
    name: 'rows and what is in them, named by nothing but how they look',
    html: `<section><div class="flex py-6 border-b"><p class="text-sm mt-2 font-medium">Blue mug</p><p class="text-right">$12.99</p></div>
      <div class="flex py-6"><p class="text-sm mt-2 font-medium">Green tea</p><p class="text-right">$11.00</p></div></section>`,
    at: 'p',
    rows: ['name Blue mug · price $12.99', 'name Green tea · price $11.00'],
  },
]

test.each(PAGES)('$name', ({ html, at, rows }) => {
  document.body.innerHTML = html
  const found = findRows(document.querySelector(at) as Element, document.body)
  const elements = [...document.body.querySelectorAll(found?.each ?? 'none')]
  const read = elements.map((row) =>
    Object.entries(found?.fields ?? {}).map(([field, selector]) => {
      const name = field.replace('item.', '')
      return `${name} ${toShownText(readSelector(row, selector, name))}`
    }),
  )
  expect(read.map((fields) => fields.sort())).toEqual(rows.map((row) => row.split(' · ').sort()))
  expect(Object.values(found?.fields ?? {}).join()).not.toMatch(/text-|font-|border|flex/)
})

test('the first product stays in the rows if a line below has fewer cells', () => {
  document.body.innerHTML = `<table id="lines"><tr id="first"><td>Mug</td><td>2</td><td>€1.00</td></tr>
    <tr><td>Tea</td><td>1</td><td>€2.00</td></tr><tr><td colspan="2">Total</td><td>€4.00</td></tr></table>`
  const found = findRows(document.querySelector('td') as Element, document.body)
  expect(document.querySelector('#first')?.matches(found?.each ?? '')).toBe(true)
})

test.each(['.name', '.amount'])('the parts of a single product are not rows, pointed at its %s', (at) => {
  document.body.innerHTML = `<section class="lines"><div><div><p class="name">Blue mug</p></div>
    <div class="d-lg-none"><p class="amount">€12.99</p></div><div class="d-lg-none"><p class="amount">2</p></div></div></section>`
  expect(findRows(document.querySelector(at) as Element, document.body)).toBeUndefined()
})

test('a text outside of all rows is in none', () => {
  document.body.innerHTML = '<main><h1>Thanks</h1><p>Order <b id="no">A-1</b></p></main>'
  expect(findRows(document.querySelector('#no') as Element, document.body)).toBeUndefined()
})

test('rows stay in the box of the finished order, as past orders look the same', () => {
  document.body.innerHTML = `<div id="checkoutSuccess"><p id="orderNumber">1187</p>
    <table id="orderHistory"><tbody><tr><td>Mug</td></tr></tbody></table></div>`
  const place = (each: string) => toPlacedRows(each, document.querySelector('td') as Element, document.body)
  expect(place('#orderHistory tr')).toBe('#checkoutSuccess #orderHistory tr')
  expect(place('#checkoutSuccess tr')).toBe('#checkoutSuccess tr')
})

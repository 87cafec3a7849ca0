/**
 * What a page has, and what must be sent for it.
 *
 * Shown in the documentation, run by test/unit/snippet/examples.test.ts, and held against the contract's schema there.
 */

interface Example<Page> {
  name: string
  page: Page
  /** The API's own payload. */
  sent: object
  /** What could not be read: the field, and the code of the reason. */
  problems: { [field: string]: string }
}

/** An order: `dataLayer` entry by entry (a list is what `gtag()` was called with), and the language of the page. */
type OrderExample = Example<{ dataLayer: unknown[]; lang?: string; passed?: object }>
/** A sign-up: the form's markup, or the object that was passed. */
type ContactExample = Example<{ form?: string; passed?: Record<string, unknown> }>

const user_data = { email: 'ada@example.com' }
const email = 'ada@example.com'

export const ORDERS: OrderExample[] = [
  {
    name: 'GA4 as tag managers push it',
    page: {
      dataLayer: [
        {
          event: 'purchase',
          user_data,
          ecommerce: {
            transaction_id: 'T-1042',
            value: 41.97,
            tax: 6.7,
            shipping: 4.99,
            currency: 'EUR',
            coupon: 'SUMMER',
            items: [
              { item_id: 'MUG-1', item_name: 'Blue mug', price: 12.99, quantity: 2, item_brand: 'Acme' },
              { item_id: 'TEA-7', item_name: 'Green tea', price: 11, item_category: 'Food', item_category2: 'Tea' },
            ],
          },
        },
      ],
    },
    sent: {
      email,
      cart_data: {
        order_number: 'T-1042',
        cart_value: 4197,
        promo: 'SUMMER',
        cart_item_count: 3,
        tax: '6.7',
        shipping: '4.99',
        currency: 'EUR',
      },
      cart_items: [
        { product_id: 'MUG-1', name: 'Blue mug', price: 1299, item_qty: 2, qty_price: 2598, item_brand: 'Acme' },
        {
          product_id: 'TEA-7',
          name: 'Green tea',
          price: 1100,
          item_qty: 1,
          qty_price: 1100,
          category: ['Food', 'Tea'],
        },
      ],
    },
    problems: {},
  },
  {
    name: 'gtag() with the customer set before',
    page: {
      dataLayer: [
        ['js', '2026-05-04T10:00:00Z'],
        ['set', 'user_data', { email: 'Ada@Example.com' }],
        ['event', 'purchase', { transaction_id: '1043', value: 19.99, send_to: 'G-ABC123', items: [{ id: 'MUG-1' }] }],
      ],
    },
    sent: {
      email,
      cart_data: { order_number: '1043', cart_value: 1999, cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', item_qty: 1 }],
    },
    problems: {},
  },
  {
    name: 'gtag()’s own event model',
    page: {
      dataLayer: [
        { event: 'purchase', eventModel: { transaction_id: 1044, value: 5, user_data }, 'gtm.uniqueEventId': 9 },
      ],
    },
    sent: { email, cart_data: { order_number: '1044', cart_value: 500 } },
    problems: {},
  },
  {
    name: 'ecommerce cleared after the purchase, and the customer known by a property',
    page: {
      dataLayer: [
        { event: 'login', user_properties: user_data },
        { event: 'purchase', ecommerce: { transaction_id: 'T-9', value: 0 } },
        { ecommerce: null },
      ],
    },
    sent: { email, cart_data: { order_number: 'T-9', cart_value: 0 } },
    problems: {},
  },
  {
    name: 'amounts as a German shop prints them',
    page: {
      lang: 'de',
      dataLayer: [
        { event: 'purchase', user_data, ecommerce: { transaction_id: 'R-1', value: '1.299,00 €', tax: '207,40' } },
      ],
    },
    sent: { email, cart_data: { order_number: 'R-1', cart_value: 129900, tax: '207,40' } },
    problems: {},
  },
  {
    name: 'a round German amount, which the language of the page decides',
    page: {
      lang: 'de-DE',
      dataLayer: [{ event: 'purchase', user_data, ecommerce: { transaction_id: 'R-2', value: '1.299' } }],
    },
    sent: { email, cart_data: { order_number: 'R-2', cart_value: 129900 } },
    problems: {},
  },
  {
    name: 'the same amount on a page without language is refused, the order goes',
    page: { dataLayer: [{ event: 'purchase', user_data, ecommerce: { transaction_id: 'R-3', value: '1.299' } }] },
    sent: { email, cart_data: { order_number: 'R-3' } },
    problems: { 'cart_data.cart_value': 'ambiguous_amount' },
  },
  {
    name: 'Swiss francs',
    page: {
      lang: 'de-CH',
      dataLayer: [
        { event: 'purchase', user_data, ecommerce: { transaction_id: 'S-1', value: 'CHF 1’299.–', currency: 'CHF' } },
      ],
    },
    sent: { email, cart_data: { order_number: 'S-1', cart_value: 129900, currency: 'CHF' } },
    problems: {},
  },
  {
    name: 'yen have no decimals and are hundredths all the same',
    page: {
      dataLayer: [{ event: 'purchase', user_data, ecommerce: { transaction_id: 'J-1', value: 1000, currency: 'JPY' } }],
    },
    sent: { email, cart_data: { order_number: 'J-1', cart_value: 100000, currency: 'JPY' } },
    problems: {},
  },
  {
    name: 'an Arabic page: its digits are not read as an amount',
    page: {
      lang: 'ar-EG',
      dataLayer: [{ event: 'purchase', user_data, ecommerce: { transaction_id: '٧٧', value: '١٬٢٩٩٫٥٠' } }],
    },
    sent: { email, cart_data: { order_number: '٧٧' } },
    problems: { 'cart_data.cart_value': 'unreadable' },
  },
  {
    name: 'an item without id, another by the kilogram',
    page: {
      dataLayer: [
        {
          event: 'purchase',
          user_data,
          ecommerce: {
            transaction_id: 'K-1',
            value: 20.5,
            items: [
              { item_name: 'Gift wrap', price: 2 },
              { item_id: 'APPLE', price: 3.7, quantity: 1.5 },
            ],
          },
        },
      ],
    },
    sent: {
      email,
      cart_data: { order_number: 'K-1', cart_value: 2050 },
      cart_items: [{ product_id: 'APPLE', price: 370 }],
    },
    problems: { 'cart_items.0': 'no_product_id', 'cart_items.1.item_qty': 'unreadable' },
  },
  {
    name: 'a template that was not filled in',
    page: {
      dataLayer: [{ event: 'purchase', user_data, ecommerce: { transaction_id: '{{ order.name }}', value: '19.99' } }],
    },
    sent: { email, cart_data: { cart_value: 1999 } },
    problems: { 'cart_data.order_number': 'no_order_number' },
  },
  {
    name: 'categories as a path, and nested values',
    page: {
      dataLayer: [
        {
          event: 'purchase',
          user_data,
          ecommerce: {
            transaction_id: 'C-1',
            gift: true,
            delivery: { slot: 'am' },
            items: [{ item_id: 'MUG-1', item_category: 'Home/Kitchen/Mugs', index: 0, discount: null }],
          },
        },
      ],
    },
    sent: {
      email,
      cart_data: { order_number: 'C-1', cart_item_count: 1, gift: 'true', delivery: '{"slot":"am"}' },
      cart_items: [{ product_id: 'MUG-1', item_qty: 1, category: ['Home', 'Kitchen', 'Mugs'], index: '0' }],
    },
    problems: {},
  },
  {
    name: 'the caller corrects the page, in cents',
    page: {
      dataLayer: [
        { event: 'purchase', user_data, ecommerce: { transaction_id: 'P-1', value: 23.79, items: [{ id: 'a' }] } },
      ],
      passed: { cart_data: { cart_value: 1999 }, cart_items: [{ product_id: 'b', price: '1999', item_qty: 1 }] },
    },
    sent: {
      email,
      cart_data: { order_number: 'P-1', cart_value: 1999, cart_item_count: 1 },
      cart_items: [{ product_id: 'b', price: 1999, item_qty: 1, qty_price: 1999 }],
    },
    problems: {},
  },
  {
    name: 'the caller passes everything, once with a decimal by mistake',
    page: { dataLayer: [], passed: { email, cart_data: { order_number: 17, cart_value: 19.99 } } },
    sent: { email, cart_data: { order_number: '17' } },
    problems: { 'cart_data.cart_value': 'unreadable' },
  },
]

export const CONTACTS: ContactExample[] = [
  {
    name: 'the smallest form',
    page: { form: '<input type="email" name="EMAIL" value=" Ada@Example.com ">' },
    sent: { email },
    problems: {},
  },
  {
    name: 'a form with autocomplete tokens',
    page: {
      form: `<input name="your-mail" autocomplete="email" value="${email}">
        <input name="fn" autocomplete="given-name" value="Ada">
        <input name="ln" autocomplete="family-name" value="Lovelace">
        <input name="zip" autocomplete="shipping postal-code" value="W1">`,
    },
    sent: { email, first_name: 'Ada', last_name: 'Lovelace', postal_code: 'W1' },
    problems: {},
  },
  {
    name: 'a form with choices and a field of the shop’s own',
    page: {
      form: `<input name="email" value="${email}">
        <input type="radio" name="gender" value="female" checked><input type="radio" name="gender" value="male">
        <input type="checkbox" name="offers" value="weekly" checked>
        <input name="shoe_size" value="39">`,
    },
    sent: { email, gender: 'f', offers: 'weekly', shoe_size: '39' },
    problems: {},
  },
  {
    name: 'an account form: its secrets stay',
    page: {
      form: `<input name="email" value="${email}"><input type="hidden" name="csrf" value="8f1e">
        <input type="password" name="password" value="secret">
        <input name="card" autocomplete="cc-number" value="4111 1111 1111 1111">`,
    },
    sent: { email },
    problems: {},
  },
  {
    name: 'a customer’s data from the shop’s own code',
    page: {
      passed: {
        email,
        gender: 'Male',
        language: 'en-GB',
        birthdate: '1990-02-28',
        age: '36',
        timezone: 'Europe/London',
      },
    },
    sent: { email, gender: 'm', language: 'en', birthdate: '1990-02-28', age: 36, timezone: 'Europe/London' },
    problems: {},
  },
  {
    name: 'fields that cannot be right',
    page: { passed: { email, birthdate: '1990-02-30', age: 200, timezone: 'Mars/Olympus', city: 'London' } },
    sent: { email, city: 'London' },
    problems: { birthdate: 'unreadable', age: 'unreadable', timezone: 'unreadable' },
  },
]

/** GA4: `purchase` as tag managers push it, and as `gtag('event', 'purchase', …)` does. */
import { type Example, email, user_data } from './example.js'

/** A purchase whose order is only what the example is about. */
const purchase = (ecommerce: object) => [{ event: 'purchase', user_data, ecommerce }]

export const GA4: Example[] = [
  {
    name: 'items beside an object that has the order’s number',
    page: { dataLayer: purchase({ items: [{ item_id: 'MUG-1' }], order: { id: 'N1', total: 10, currency: 'EUR' } }) },
    sent: {
      email,
      cart_data: { order_number: 'N1', cart_value: 1000, currency: 'EUR', cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', item_qty: 1 }],
    },
    problems: {},
  },
  {
    name: 'an empty list beside an object that has number and items',
    page: { dataLayer: purchase({ items: [], order: { id: 'N2', items: [{ item_id: 'MUG-1' }] } }) },
    sent: {
      email,
      cart_data: { order_number: 'N2', cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', item_qty: 1 }],
    },
    problems: {},
  },
  {
    name: 'yen with a comma group: their currency has no decimals',
    page: {
      dataLayer: purchase({
        transaction_id: 'Y-1',
        value: '1,980',
        currency: 'JPY',
        items: [{ item_id: 'MUG-1', price: '1,980' }],
      }),
    },
    sent: {
      email,
      cart_data: { order_number: 'Y-1', cart_value: 198000, currency: 'JPY', cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', price: 198000, item_qty: 1, qty_price: 198000 }],
    },
    problems: {},
  },
  {
    name: 'pesos of Chile with a dot before three digits, as text: never a thousand times too little',
    page: { dataLayer: purchase({ transaction_id: 'C-1', value: '19.990', currency: 'CLP' }) },
    sent: { email, cart_data: { order_number: 'C-1', currency: 'CLP' } },
    problems: { 'cart_data.cart_value': 'ambiguous_amount' },
  },
  {
    name: 'items as JSON text are not counted',
    page: { dataLayer: purchase({ transaction_id: 'J-1', value: 20, items: '[{"item_id":"MUG-1","quantity":2}]' }) },
    sent: { email, cart_data: { order_number: 'J-1', cart_value: 2000 } },
    problems: { cart_items: 'unreadable' },
  },
  {
    name: 'the customer’s addresses in a list, as Google’s tag takes them',
    page: {
      dataLayer: [{ event: 'purchase', user_data: { email: [email] }, ecommerce: { transaction_id: 'L-1', value: 5 } }],
    },
    sent: { email, cart_data: { order_number: 'L-1', cart_value: 500 } },
    problems: {},
  },
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

  // Where the order is
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
      cart_data: { order_number: '1043', cart_value: 1999, cart_item_count: 1, send_to: 'G-ABC123' },
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
    name: 'gtag()’s arguments and then its event model are one order',
    page: {
      dataLayer: [
        ['event', 'purchase', { transaction_id: '1045', value: 7.5, user_data }],
        { event: 'purchase', eventModel: { transaction_id: '1045', value: 7.5, user_data }, 'gtm.uniqueEventId': 12 },
      ],
    },
    sent: { email, cart_data: { order_number: '1045', cart_value: 750 } },
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
    name: 'ecommerce cleared before the purchase, and other events round it',
    page: {
      dataLayer: [
        { event: 'begin_checkout', ecommerce: { value: 3, items: [{ item_id: 'OLD' }] } },
        { ecommerce: null },
        ...purchase({ transaction_id: 'T-10', value: 8.4 }),
        { event: 'gtm.load', 'gtm.uniqueEventId': 20 },
        { event: 'view_item_list', ecommerce: { items: [{ item_id: 'ALSO-LIKED' }] } },
      ],
    },
    sent: { email, cart_data: { order_number: 'T-10', cart_value: 840 } },
    problems: {},
  },
  {
    name: 'the event inside ecommerce',
    page: {
      dataLayer: [{ user_data, ecommerce: { event: 'purchase', transaction_id: 'T-15', value: 8.4, currency: 'EUR' } }],
    },
    sent: { email, cart_data: { order_number: 'T-15', cart_value: 840, event: 'purchase', currency: 'EUR' } },
    problems: {},
  },
  {
    name: 'the latest of two purchases in a single-page shop',
    page: {
      dataLayer: [
        ...purchase({ transaction_id: 'T-11', value: 1, coupon: 'FIRST' }),
        ...purchase({ transaction_id: 'T-12', value: 2 }),
      ],
    },
    sent: { email, cart_data: { order_number: 'T-12', cart_value: 200 } },
    problems: {},
  },
  {
    name: 'items without an order number are an order',
    page: { dataLayer: purchase({ items: [{ item_id: 'MUG-1', price: 3 }] }) },
    sent: {
      email,
      cart_data: { cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', price: 300, item_qty: 1, qty_price: 300 }],
    },
    problems: {},
  },
  {
    name: 'an order number without items is an order',
    page: { dataLayer: purchase({ transaction_id: 'T-13' }) },
    sent: { email, cart_data: { order_number: 'T-13' } },
    problems: {},
  },
  {
    name: 'a data layer of another name',
    page: { dataLayer: purchase({ transaction_id: 'T-14', value: '5' }), settings: { dataLayer: 'shopLayer' } },
    sent: { email, cart_data: { order_number: 'T-14', cart_value: 500 } },
    problems: {},
  },

  // Who the customer is
  {
    name: 'the customer within ecommerce',
    page: { dataLayer: [{ event: 'purchase', ecommerce: { transaction_id: 'U-1', user_data } }] },
    sent: { email, cart_data: { order_number: 'U-1' } },
    problems: {},
  },
  {
    name: 'the customer’s e-mail under its other name, with an address that does not travel',
    page: {
      dataLayer: [
        {
          event: 'purchase',
          user_data: { email_address: ' ADA@example.com ', address: { first_name: 'Ada', city: 'London' } },
          ecommerce: { transaction_id: 'U-2' },
        },
      ],
    },
    sent: { email, cart_data: { order_number: 'U-2' } },
    problems: {},
  },
  {
    name: 'the event’s customer before the one set for the page',
    page: {
      dataLayer: [
        ['set', 'user_data', { email: 'grace@example.com' }],
        ['event', 'purchase', { transaction_id: 'U-3', user_data }],
      ],
    },
    sent: { email, cart_data: { order_number: 'U-3' } },
    problems: {},
  },
  {
    name: 'the latest gtag(set)',
    page: {
      dataLayer: [
        ['set', 'user_data', { email: 'grace@example.com' }],
        ['set', 'user_data', user_data],
        ['event', 'purchase', { transaction_id: 'U-4' }],
      ],
    },
    sent: { email, cart_data: { order_number: 'U-4' } },
    problems: {},
  },

  // Amounts
  {
    name: 'amounts and quantities as text',
    page: {
      dataLayer: purchase({
        transaction_id: 'A-1',
        value: '1,299.50',
        items: [{ item_id: 'SOFA', price: '649.75', quantity: '2' }],
      }),
    },
    sent: {
      email,
      cart_data: { order_number: 'A-1', cart_value: 129950, cart_item_count: 2 },
      cart_items: [{ product_id: 'SOFA', price: 64975, item_qty: 2, qty_price: 129950 }],
    },
    problems: {},
  },
  {
    name: 'amounts as databases keep them',
    page: { dataLayer: purchase({ transaction_id: 'A-2', value: '1299.0000' }) },
    sent: { email, cart_data: { order_number: 'A-2', cart_value: 129900 } },
    problems: {},
  },
  {
    name: 'an amount that binary sums have bent',
    page: { dataLayer: purchase({ transaction_id: 'A-3', value: 1.1 + 2.2 }) },
    sent: { email, cart_data: { order_number: 'A-3', cart_value: 330 } },
    problems: {},
  },
  {
    name: 'amounts as a German shop prints them',
    page: { lang: 'de', dataLayer: purchase({ transaction_id: 'R-1', value: '1.299,00 €', tax: '207,40' }) },
    sent: { email, cart_data: { order_number: 'R-1', cart_value: 129900, tax: '207,40' } },
    problems: {},
  },
  {
    name: 'a dot in data is the decimal sign, whatever the language of the page',
    page: { lang: 'de-DE', dataLayer: purchase({ transaction_id: 'R-2', value: '1.299' }) },
    sent: { email, cart_data: { order_number: 'R-2', cart_value: 130 } },
    problems: {},
  },
  {
    name: 'a comma before three digits in data is refused, the order goes',
    page: { dataLayer: purchase({ transaction_id: 'R-3', value: '1,299' }) },
    sent: { email, cart_data: { order_number: 'R-3' } },
    problems: { 'cart_data.cart_value': 'ambiguous_amount' },
  },
  {
    name: 'three decimals on a page that groups by dots: never a thousand times too much',
    page: { lang: 'de', dataLayer: purchase({ transaction_id: 'R-6', value: '0.500' }) },
    sent: { email, cart_data: { order_number: 'R-6', cart_value: 50 } },
    problems: {},
  },
  {
    name: 'Swiss francs',
    page: { lang: 'de-CH', dataLayer: purchase({ transaction_id: 'S-1', value: 'CHF 1’299.–', currency: 'CHF' }) },
    sent: { email, cart_data: { order_number: 'S-1', cart_value: 129900, currency: 'CHF' } },
    problems: {},
  },
  {
    name: 'French Swiss francs: the currency’s sign is a dot, the number’s a comma',
    page: { lang: 'fr-CH', dataLayer: purchase({ transaction_id: 'S-2', value: '1.299' }) },
    sent: { email, cart_data: { order_number: 'S-2', cart_value: 130 } },
    problems: {},
  },
  {
    name: 'rupees in lakhs',
    page: { lang: 'en-IN', dataLayer: purchase({ transaction_id: 'I-1', value: '₹1,29,900.50' }) },
    sent: { email, cart_data: { order_number: 'I-1', cart_value: 12990050 } },
    problems: {},
  },
  {
    name: 'yen have no decimals and are hundredths all the same',
    page: { dataLayer: purchase({ transaction_id: 'J-1', value: 1000, currency: 'JPY' }) },
    sent: { email, cart_data: { order_number: 'J-1', cart_value: 100000, currency: 'JPY' } },
    problems: {},
  },
  {
    name: 'dinars have three decimals and are rounded half up',
    page: { dataLayer: purchase({ transaction_id: 'J-2', value: 1.005, currency: 'BHD' }) },
    sent: { email, cart_data: { order_number: 'J-2', cart_value: 101, currency: 'BHD' } },
    problems: {},
  },
  {
    name: 'an Arabic page with Latin digits and Arabic signs',
    page: { lang: 'ar-EG', dataLayer: purchase({ transaction_id: '٧٧', value: '1٬299٫50' }) },
    sent: { email, cart_data: { order_number: '٧٧', cart_value: 129950 } },
    problems: {},
  },
  {
    name: 'an Arabic page with Arabic digits',
    page: { lang: 'ar-EG', dataLayer: purchase({ transaction_id: '٧٨', value: '١٬٢٩٩٫٥٠ ج.م.' }) },
    sent: { email, cart_data: { order_number: '٧٨', cart_value: 129950 } },
    problems: {},
  },
  {
    name: 'a refund, which is no price',
    page: { dataLayer: purchase({ transaction_id: 'A-4', value: -19.99 }) },
    sent: { email, cart_data: { order_number: 'A-4' } },
    problems: { 'cart_data.cart_value': 'unreadable' },
  },

  // Items
  {
    name: 'an item without id, another by the kilogram',
    page: {
      dataLayer: purchase({
        transaction_id: 'K-1',
        value: 20.5,
        items: [
          { item_name: 'Gift wrap', price: 2 },
          { item_id: 'APPLE', price: 3.7, quantity: 1.5 },
        ],
      }),
    },
    sent: {
      email,
      cart_data: { order_number: 'K-1', cart_value: 2050 },
      cart_items: [{ product_id: 'APPLE', price: 370 }],
    },
    problems: { 'cart_items.0': 'no_product_id', 'cart_items.1.item_qty': 'unreadable' },
  },
  {
    name: 'an item’s own parameters travel as text',
    page: {
      dataLayer: purchase({
        transaction_id: 'K-2',
        items: [
          {
            item_id: 501,
            item_name: 'Blue mug',
            item_variant: 'L',
            index: 0,
            discount: 1.5,
            coupon: 'MUGS',
            google_business_vertical: 'retail',
            dimensions: { height: 9 },
            gift: false,
            stock: null,
          },
        ],
      }),
    },
    sent: {
      email,
      cart_data: { order_number: 'K-2', cart_item_count: 1 },
      cart_items: [
        {
          product_id: '501',
          name: 'Blue mug',
          item_qty: 1,
          item_variant: 'L',
          index: '0',
          discount: '1.5',
          coupon: 'MUGS',
          google_business_vertical: 'retail',
          dimensions: '{"height":9}',
          gift: 'false',
        },
      ],
    },
    problems: {},
  },
  {
    name: 'categories as a path, and nested values',
    page: {
      dataLayer: purchase({
        transaction_id: 'C-1',
        gift: true,
        delivery: { slot: 'am' },
        items: [{ item_id: 'MUG-1', item_category: 'Home/Kitchen/Mugs', index: 0, discount: null }],
      }),
    },
    sent: {
      email,
      cart_data: { order_number: 'C-1', cart_item_count: 1, gift: 'true', delivery: '{"slot":"am"}' },
      cart_items: [{ product_id: 'MUG-1', item_qty: 1, category: ['Home', 'Kitchen', 'Mugs'], index: '0' }],
    },
    problems: {},
  },
  {
    name: 'five categories, one of them blank',
    page: {
      dataLayer: purchase({
        transaction_id: 'C-2',
        items: [
          {
            item_id: 'MUG-1',
            item_category: 'Home',
            item_category2: 'Kitchen',
            item_category3: '',
            item_category4: 'Mugs & cups',
            item_category5: 'Blue',
          },
        ],
      }),
    },
    sent: {
      email,
      cart_data: { order_number: 'C-2', cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', item_qty: 1, category: ['Home', 'Kitchen', 'Mugs & cups', 'Blue'] }],
    },
    problems: {},
  },
  {
    name: 'categories as a list',
    page: {
      dataLayer: purchase({ transaction_id: 'C-3', items: [{ item_id: 'MUG-1', item_category: ['Home', 'Mugs'] }] }),
    },
    sent: {
      email,
      cart_data: { order_number: 'C-3', cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', item_qty: 1, category: ['Home', 'Mugs'] }],
    },
    problems: {},
  },
  {
    name: 'no items at all, as an empty list',
    page: { dataLayer: purchase({ transaction_id: 'K-3', value: 5, items: [] }) },
    sent: { email, cart_data: { order_number: 'K-3', cart_value: 500, cart_item_count: 0 }, cart_items: [] },
    problems: {},
  },
  {
    name: 'keys that reach an object’s prototype stay behind',
    page: {
      dataLayer: purchase(
        JSON.parse('{"transaction_id":"K-4","__proto__":{"admin":1},"constructor":"x","prototype":"y","note":"fine"}'),
      ),
    },
    sent: { email, cart_data: { order_number: 'K-4', note: 'fine' } },
    problems: {},
  },

  {
    name: 'a negative price is a discount, and no item',
    page: {
      dataLayer: purchase({
        transaction_id: 'K-5',
        items: [
          { item_id: 'MUG-1', price: 12 },
          { item_id: 'SUMMER', price: -2 },
        ],
      }),
    },
    sent: {
      email,
      cart_data: { order_number: 'K-5', cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', price: 1200, item_qty: 1, qty_price: 1200 }],
    },
    problems: {},
  },
  ...['EUR -5.00', '5.00-', '﹣5.00', '(5.00)', '-€5.00', '- 5,00 €'].map((price, index) => ({
    name: `the price "${price}" is a discount`,
    page: { dataLayer: purchase({ transaction_id: `N-${index}`, items: [{ item_id: 'OFF', price }] }) },
    sent: { email, cart_data: { order_number: `N-${index}`, cart_item_count: 0 }, cart_items: [] },
    problems: {},
  })),
  ...['–', '-', '(gratis)', '(je 12,50 €)'].map((price, index) => ({
    name: `the price "${price}" is none, and no discount`,
    page: { dataLayer: purchase({ transaction_id: `N-1${index}`, items: [{ item_id: 'MUG-1', price }] }) },
    sent: {
      email,
      cart_data: { order_number: `N-1${index}`, cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', item_qty: 1 }],
    },
    problems: { 'cart_items.0.price': 'unreadable' },
  })),
  {
    name: 'a quantity that is missing, null or undefined is 1; 2.0000 is 2',
    page: {
      dataLayer: purchase({
        transaction_id: 'K-6',
        items: [
          { item_id: 'A', quantity: null },
          { item_id: 'B', quantity: undefined },
          { item_id: 'C', quantity: '2.0000' },
        ],
      }),
    },
    sent: {
      email,
      cart_data: { order_number: 'K-6', cart_item_count: 4 },
      cart_items: [
        { product_id: 'A', item_qty: 1 },
        { product_id: 'B', item_qty: 1 },
        { product_id: 'C', item_qty: 2 },
      ],
    },
    problems: {},
  },
  {
    name: 'GA4’s categories before the one of an older name',
    page: {
      dataLayer: purchase({
        transaction_id: 'C-4',
        items: [{ item_id: 'MUG-1', category: 'Old/Mugs', item_category: 'Home', item_category2: 'Mugs' }],
      }),
    },
    sent: {
      email,
      cart_data: { order_number: 'C-4', cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', item_qty: 1, category: ['Home', 'Mugs'] }],
    },
    problems: {},
  },
  {
    name: 'functions in what is pushed are passed over, a number that is none is named',
    page: {
      dataLayer: purchase({ transaction_id: 'K-7', event_callback: () => {}, discount: Number.NaN, note: 'fine' }),
    },
    sent: { email, cart_data: { order_number: 'K-7', note: 'fine' } },
    problems: { 'cart_data.discount': 'unreadable' },
  },
  {
    name: 'a blank name of the number hides no other',
    page: { dataLayer: purchase({ transaction_id: '', id: 'K-8' }) },
    sent: { email, cart_data: { order_number: 'K-8' } },
    problems: {},
  },
  ...['(10.50)', '10.50-', '–5,00'].map((value, index) => ({
    name: `"${value}" is negative`,
    page: { dataLayer: purchase({ transaction_id: `A-1${index}`, value }) },
    sent: { email, cart_data: { order_number: `A-1${index}` } },
    problems: { 'cart_data.cart_value': 'unreadable' },
  })),
  {
    name: 'an order without e-mail does not take that of another order',
    page: {
      dataLayer: [
        ...purchase({ transaction_id: 'O-1', value: 1 }).map((entry) => ({
          ...entry,
          user_data: { email: 'grace@example.com' },
        })),
        { event: 'login', user_properties: user_data },
        { event: 'purchase', ecommerce: { transaction_id: 'O-2', value: 2 } },
      ],
    },
    sent: { email, cart_data: { order_number: 'O-2', cart_value: 200 } },
    problems: {},
  },

  // Order numbers
  {
    name: 'a template that was not filled in',
    page: { dataLayer: purchase({ transaction_id: '{{ order.name }}', value: '19.99' }) },
    sent: { email, cart_data: { cart_value: 1999 } },
    problems: { 'cart_data.order_number': 'no_order_number' },
  },
  ...['', 'undefined', 'null', 'NaN', '[object Object]', '%ORDER_ID%', 2 ** 53].map((transaction_id) => ({
    name: `${JSON.stringify(transaction_id)} is no order number`,
    page: { dataLayer: purchase({ transaction_id, items: [{ item_id: 'MUG-1' }] }) },
    sent: { email, cart_data: { cart_item_count: 1 }, cart_items: [{ product_id: 'MUG-1', item_qty: 1 }] },
    problems: { 'cart_data.order_number': 'no_order_number' },
  })),
]

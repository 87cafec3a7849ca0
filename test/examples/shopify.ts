/**
 * The orders of the other examples in the form of a Shopify checkout, and the differences of Shopify's route.
 *
 * A checkout cannot have amounts as text, order numbers that are templates, or several purchases on a page, so these
 * are missing here.
 */
import type { Checkout } from '../../src/shopify/pixel-api.js'
import { email } from './example.js'

export interface ShopifyExample {
  /** The name of the example with this order. */
  name: string
  checkout: Checkout
  /** The differences of the payload. `sent` is undefined if nothing is sent. */
  differences: { place: string; sent: unknown; reason: string }[]
}

type Line = NonNullable<Checkout['lineItems']>[number]

const money = (amount: number, currencyCode = 'EUR') => ({ amount, currencyCode })

/** A line with a variant that has only the fields of its example. */
const line = (sku: string | null, price: number | undefined, quantity: number, more: object = {}): Line => ({
  title: null,
  quantity,
  variant: {
    id: null,
    sku,
    title: 'Default Title',
    image: null,
    product: { id: null, type: null, vendor: '', url: null, ...more },
    ...(price !== undefined && { price: money(price) }),
  },
})

/** A checkout in the documentation's form, with all fields that a shopper may have entered. */
const checkout = (more: Checkout) => ({
  attributes: [{ key: 'gift_note', value: 'Happy birthday' }],
  billingAddress: { firstName: 'Ada', lastName: 'Lovelace', address1: '12 Mill Lane', phone: null },
  buyerAcceptsEmailMarketing: false,
  buyerAcceptsSmsMarketing: false,
  currencyCode: null,
  delivery: null,
  discountApplications: [],
  discountsAmount: null,
  email,
  lineItems: [],
  localization: { country: { isoCode: 'GB' }, language: { isoCode: 'en-GB' }, market: { id: null, handle: null } },
  order: null,
  phone: '+442079460000',
  shippingAddress: null,
  shippingLine: null,
  smsMarketingPhone: null,
  subtotalPrice: money(30.28),
  token: '93bbdf8e1d2e4e4f9a6cf2e2f5a1c9d0',
  totalPrice: null,
  totalTax: money(0),
  transactions: [{ amount: money(41.97), gateway: 'bogus', paymentMethod: { name: 'Visa', type: 'creditCard' } }],
  ...more,
})

const order = (id: string | number) => ({ id, customer: { id: '7310', isFirstOrder: true } }) as { id: string }

const numbered = (sent: string) => ({
  place: 'cart_data.order_number',
  sent,
  reason: 'Shopify tells the id of the order, which is all digits, and not its name',
})
const noItems = {
  place: 'cart_items',
  sent: [],
  reason: 'a checkout always has a list of lines, and an empty one is told as such',
}
const untaxed = { place: 'cart_data.tax', sent: '0', reason: 'a checkout always tells its tax' }
const notTold = (place: string) => ({ place, sent: undefined, reason: 'a checkout has no such field' })

export const SHOPIFY: ShopifyExample[] = [
  {
    name: 'GA4 as tag managers push it',
    checkout: checkout({
      order: order('gid://shopify/OrderIdentity/5210499102'),
      totalPrice: money(41.97),
      totalTax: money(6.7),
      shippingLine: { price: money(4.99) },
      currencyCode: 'EUR',
      discountApplications: [
        { type: 'DISCOUNT_CODE', title: 'SUMMER' },
        { type: 'AUTOMATIC', title: 'Two for one' },
        { type: 'DISCOUNT_CODE', title: 'SUMMER' },
      ],
      lineItems: [
        {
          title: 'Blue mug',
          quantity: 2,
          variant: {
            id: '41',
            sku: 'MUG-1',
            title: 'Large',
            price: money(12.99),
            image: { src: '//cdn.shopify.com/s/files/1/mug.jpg' },
            product: { id: '4', title: 'Mug', type: '', vendor: 'Acme', url: '/products/blue-mug?variant=41' },
          },
        },
        { ...line('TEA-7', 11, 1, { title: 'Green tea', type: 'Food/Tea' }) },
      ],
    }),
    differences: [
      numbered('5210499102'),
      { place: 'cart_items.0.item_variant', sent: 'Large', reason: 'Shopify tells the variant, too' },
      {
        place: 'cart_items.0.product_url',
        sent: 'https://shop.example/products/blue-mug?variant=41',
        reason: 'Shopify tells the product’s address, relative to the shop’s',
      },
      {
        place: 'cart_items.0.image_url',
        sent: 'https://cdn.shopify.com/s/files/1/mug.jpg',
        reason: 'Shopify tells the picture’s address, relative to the shop’s',
      },
    ],
  },
  {
    name: 'items without an order number are an order',
    checkout: checkout({ lineItems: [line('MUG-1', 3, 1)] }),
    differences: [untaxed],
  },
  {
    name: 'an empty list of items',
    checkout: checkout({ order: order('3003'), totalPrice: money(5) }),
    differences: [untaxed, numbered('3003')],
  },
  {
    name: 'the customer’s e-mail under its other name, with an address that is not sent',
    checkout: checkout({ order: order('2002'), email: ' ADA@example.com ' }),
    differences: [untaxed, numbered('2002'), noItems],
  },
  {
    name: 'categories as a path, and nested values',
    checkout: checkout({
      order: order('1008'),
      lineItems: [line('MUG-1', undefined, 1, { type: 'Home/Kitchen/Mugs' })],
    }),
    differences: [
      untaxed,
      numbered('1008'),
      ...['cart_data.gift', 'cart_data.delivery', 'cart_items.0.index'].map((place) => notTold(place)),
    ],
  },
  {
    name: 'every field of a cart, unchanged',
    checkout: checkout({
      order: order('1009'),
      totalPrice: money(20),
      discountApplications: [{ type: 'DISCOUNT_CODE', title: 'TEN' }],
      lineItems: [
        {
          title: 'Blue mug',
          quantity: 2,
          variant: {
            sku: 'MUG-1',
            title: 'Default Title',
            price: money(10),
            image: { src: 'https://shop.example/mug.jpg' },
            product: { type: 'Home/Mugs', vendor: '', url: '/mug' },
          },
        },
      ],
    }),
    differences: [
      untaxed,
      numbered('1009'),
      { place: 'cart_data.cart_item_count', sent: 2, reason: 'the sum of the quantities: a checkout has no count' },
      {
        place: 'cart_items.0.qty_price',
        sent: 2000,
        reason: 'price times quantity: what a checkout has is discounted',
      },
      ...['cart_data.return_url', 'cart_data.campaign', 'cart_items.0.description', 'cart_items.0.in_stock'].map(
        (place) => notTold(place),
      ),
    ],
  },
]

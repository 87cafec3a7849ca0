/** Shopify checkouts in the documentation's form, with all fields that a shopper may have entered, and the payload of each. */
import type { Checkout } from '../../src/shopify/pixel-api.js'
import { email } from './example.js'

interface ShopifyExample {
  name: string
  checkout: Checkout
  sent: Record<string, unknown>
}

const money = (amount: number, currencyCode = 'EUR') => ({ amount, currencyCode })

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

const order = (id: string) => ({ id, customer: { id: '7310', isFirstOrder: true } }) as { id: string }

const MUG = {
  title: 'Blue mug',
  quantity: 2,
  variant: {
    ...{ id: '41', sku: 'MUG-1', title: 'Large', price: money(12.99), image: { src: '//cdn.shopify.com/mug.jpg' } },
    product: { id: '4', title: 'Mug', type: 'Home/Mugs', vendor: 'Acme', url: '/products/blue-mug?variant=41' },
  },
}
/** A variant with few fields. */
const TEA = {
  title: null,
  quantity: 1,
  variant: {
    ...{ id: null, sku: 'TEA-7', title: 'Default Title', price: money(11), image: null },
    product: { id: null, title: 'Green tea', type: '', vendor: '', url: null },
  },
}

const mug = {
  ...{ product_id: 'MUG-1', name: 'Blue mug', price: 1299, item_qty: 2, qty_price: 2598 },
  ...{ category: ['Home', 'Mugs'], item_variant: 'Large', item_brand: 'Acme' },
  product_url: 'https://shop.example/products/blue-mug?variant=41',
  image_url: 'https://cdn.shopify.com/mug.jpg',
}

export const SHOPIFY: ShopifyExample[] = [
  {
    name: 'a checkout with all fields',
    checkout: checkout({
      ...{ order: order('gid://shopify/OrderIdentity/5210499102'), currencyCode: 'EUR', email: ' ADA@example.com ' },
      ...{ totalPrice: money(41.97), totalTax: money(6.7), shippingLine: { price: money(4.99) } },
      discountApplications: [
        { type: 'DISCOUNT_CODE', title: 'SUMMER' },
        { type: 'AUTOMATIC', title: 'Two for one' },
        { type: 'DISCOUNT_CODE', title: 'SUMMER' },
        { type: 'DISCOUNT_CODE', title: 'FREESHIP' },
      ],
      lineItems: [MUG, TEA],
    }),
    sent: {
      email,
      cart_data: {
        ...{ order_number: '5210499102', cart_value: 4197, cart_item_count: 3, promo: 'SUMMER, FREESHIP' },
        ...{ currency: 'EUR', tax: '6.7', shipping: '4.99' },
      },
      cart_items: [mug, { product_id: 'TEA-7', name: 'Green tea', price: 1100, item_qty: 1, qty_price: 1100 }],
    },
  },
  {
    name: 'a checkout without lines has an empty list, and its tax',
    checkout: checkout({ order: order('3003'), totalPrice: money(5) }),
    sent: { email, cart_data: { order_number: '3003', cart_value: 500, tax: '0' }, cart_items: [] },
  },
  {
    name: 'a checkout without a number',
    checkout: checkout({ lineItems: [TEA] }),
    sent: {
      email,
      cart_data: { cart_item_count: 1, tax: '0' },
      cart_items: [{ product_id: 'TEA-7', name: 'Green tea', price: 1100, item_qty: 1, qty_price: 1100 }],
    },
  },
]

/**
 * Promise: every field of a platform's order is read, or is on the list of ignored fields. The samples have the fields
 * that the platforms document, with our own data (shopify.dev, "Webhooks", `orders/create`; developer.woocommerce.com,
 * "Order properties").
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readRaw } from '../../../../src/normalise/index.js'
import type { Platform } from '../../../../src/proxy/webhooks/platform.js'
import { SHOPIFY } from '../../../../src/proxy/webhooks/shopify.js'
import { WOOCOMMERCE } from '../../../../src/proxy/webhooks/woocommerce.js'

type Fields = Record<string, unknown>

const readSample = (name: string) => readFileSync(`test/examples/webhooks/${name}-order.json`, 'utf8')

interface Row {
  platform: Platform
  topic: string
  /** The order differs without these fields. */
  read: string[]
  /** Read if another field is missing, or to decide whether there is an order. webhooks.test.ts has rows for them. */
  otherwise: string[]
  ignored: string[]
}

const ROWS: Row[] = [
  {
    platform: SHOPIFY,
    topic: 'orders/create',
    read: [
      ...['email', 'name', 'total_price_set', 'presentment_currency', 'total_tax_set', 'processed_at'],
      ...['total_shipping_price_set', 'discount_codes', 'line_items', 'shipping_lines', 'discount_codes[].code'],
      ...['quantity', 'sku', 'title', 'price_set', 'variant_title', 'vendor'].map((name) => `line_items[].${name}`),
    ],
    otherwise: [
      ...[
        'id',
        'admin_graphql_api_id',
        'order_number',
        'contact_email',
        'customer',
        'currency',
        'total_price',
        'total_tax',
        'created_at',
        'updated_at',
        'test',
        'source_name',
        'checkout_token',
      ],
      ...['cancelled_at', 'line_items[].price', 'line_items[].variant_id', 'line_items[].product_id'],
    ],
    ignored: [
      ...['app_id', 'browser_ip', 'buyer_accepts_marketing', 'cancel_reason', 'cart_token', 'checkout_id'],
      ...['client_details', 'closed_at', 'confirmation_number', 'confirmed', 'customer_locale'],
      ...['current_shipping_price_set', 'current_subtotal_price', 'current_subtotal_price_set', 'device_id'],
      ...['current_total_additional_fees_set', 'current_total_discounts', 'current_total_discounts_set'],
      ...['current_total_duties_set', 'current_total_price', 'current_total_price_set', 'current_total_tax'],
      ...['current_total_tax_set', 'duties_included', 'estimated_taxes', 'financial_status', 'fulfillment_status'],
      ...['landing_site', 'landing_site_ref', 'location_id', 'merchant_business_entity_id', 'note'],
      ...['merchant_of_record_app_id', 'note_attributes', 'number', 'order_status_url'],
      ...['original_total_additional_fees_set', 'original_total_duties_set', 'payment_gateway_names', 'phone'],
      ...['po_number', 'reference', 'referring_site', 'source_identifier', 'source_url'],
      ...['subtotal_price', 'subtotal_price_set', 'tags', 'tax_exempt', 'tax_lines', 'taxes_included', 'token'],
      ...['total_cash_rounding_payment_adjustment_set', 'total_cash_rounding_refund_adjustment_set'],
      ...['total_discounts', 'total_discounts_set', 'total_line_items_price', 'total_line_items_price_set'],
      ...['total_outstanding', 'total_tip_received', 'total_weight', 'user_id', 'billing_address'],
      ...['discount_applications', 'fulfillments', 'payment_terms', 'refunds', 'returns', 'shipping_address'],
      ...['discount_codes[].amount', 'discount_codes[].type'],
      ...['id', 'admin_graphql_api_id', 'attributed_staffs', 'current_quantity', 'fulfillable_quantity'].map(toLine),
      ...['fulfillment_service', 'fulfillment_status', 'gift_card', 'grams', 'name', 'product_exists'].map(toLine),
      ...['properties', 'requires_shipping', 'sales_line_item_group_id', 'taxable', 'total_discount'].map(toLine),
      ...['total_discount_set', 'variant_inventory_management', 'tax_lines', 'duties'].map(toLine),
      ...['discount_allocations'].map(toLine),
    ],
  },
  {
    platform: WOOCOMMERCE,
    topic: 'order.updated',
    read: [
      ...['number', 'status', 'currency', 'prices_include_tax', 'shipping_total', 'total', 'total_tax', 'billing'],
      ...['date_paid_gmt', 'line_items', 'shipping_lines', 'coupon_lines', 'coupon_lines[].code', 'billing.email'],
      ...['name', 'quantity', 'subtotal', 'subtotal_tax', 'sku', 'image'].map(toLine),
    ],
    otherwise: [
      'id',
      'date_created_gmt',
      'created_via',
      'cart_hash',
      'meta_data',
      'line_items[].product_id',
      'line_items[].variation_id',
    ],
    ignored: [
      ...['parent_id', 'version', 'date_created', 'date_modified', 'discount_total', 'discount_tax', 'shipping_tax'],
      ...['cart_tax', 'customer_id', 'order_key', 'shipping', 'payment_method', 'payment_method_title'],
      ...['transaction_id', 'customer_ip_address', 'customer_user_agent', 'customer_note'],
      ...['date_completed', 'date_paid', 'tax_lines', 'fee_lines', 'refunds', 'payment_url'],
      ...['is_editable', 'needs_payment', 'needs_processing', 'date_modified_gmt', 'date_completed_gmt'],
      ...['currency_symbol', '_links'],
      ...['first_name', 'last_name', 'company', 'address_1', 'address_2', 'city', 'state', 'postcode', 'country'].map(
        (name) => `billing.${name}`,
      ),
      'billing.phone',
      ...['id', 'discount', 'discount_tax', 'meta_data', 'discount_type', 'nominal_amount', 'free_shipping'].map(
        (name) => `coupon_lines[].${name}`,
      ),
      ...['id', 'tax_class', 'total', 'total_tax', 'taxes', 'meta_data', 'global_unique_id'].map(toLine),
      ...['price', 'parent_name'].map(toLine),
    ],
  },
]

function toLine(name: string) {
  return `line_items[].${name}`
}

test.each([
  ['1', '0.1234567890123'],
  ['1', 1e-7],
  ['1', ''],
  ['1', undefined],
  [{}, '1'],
  ['', '2.00'],
])('if a price %o with tax %o cannot be added, no part is the price', (subtotal, subtotal_tax) => {
  const order = { prices_include_tax: true, line_items: [{ product_id: 3, quantity: 1, subtotal, subtotal_tax }] }
  const { body, problems } = readRaw('convert', { platform: { name: 'woocommerce-webhook', order } })
  expect(body.cart_items).toEqual([{ product_id: '3', item_qty: 1 }])
  expect(problems).toContainEqual({ field: 'cart_items.0.qty_price', code: 'unreadable' })
})

describe.each(ROWS)('an order of $platform.name', ({ platform, topic, read, otherwise, ignored }) => {
  const sample = readSample(platform.name)
  const read_ = (order: Fields) => {
    const found = platform.readOrder(order, topic)
    return JSON.stringify(typeof found === 'string' ? found : [readRaw('convert', found.raw), found.occurredMs])
  }
  /** The names of all fields, and an order without each of them. */
  const without = listFields(JSON.parse(sample)).map(({ name, path }) => {
    const order = JSON.parse(sample)
    deleteAt(order, path)
    return { name, isRead: read_(order) !== read_(JSON.parse(sample)) }
  })

  test('has only the listed fields', () => {
    expect(without.map(({ name }) => name).sort()).toEqual([...read, ...otherwise, ...ignored].sort())
  })

  test('differs without a field that is read, and only without such a field', () => {
    expect(without.flatMap(({ name, isRead }) => (isRead ? name : [])).sort()).toEqual([...read].sort())
  })
})

/** Parts whose fields are listed one by one. Of the other parts, no field is read. Of a list, the first is used. */
const PARTS = ['line_items', 'discount_codes', 'coupon_lines', 'billing']

function listFields(order: Fields): { name: string; path: (string | number)[] }[] {
  const top = Object.keys(order).map((name) => ({ name, path: [name] }))
  const nested = PARTS.flatMap((part) => {
    const value = order[part]
    const [first, prefix, path] = Array.isArray(value)
      ? [value[0], `${part}[].`, [part, 0]]
      : [value, `${part}.`, [part]]
    return Object.keys(first ?? {}).map((name) => ({ name: prefix + name, path: [...path, name] }))
  })
  return [...top, ...nested]
}

function deleteAt(order: Fields, path: (string | number)[]) {
  const last = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce<unknown>((value, name) => Object(value)[name], order)
  Reflect.deleteProperty(Object(parent), last)
}

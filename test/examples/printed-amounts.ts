/** Amounts that systems print for people into their data: each with the cents that the API gets, or the problem. */
import { bought, type Example, example } from './example.js'

const AMOUNTS: [
  value: string,
  currency: string,
  read: number | 'ambiguous_amount',
  printedBy: string,
  from?: string,
][] = [
  ['1.299 €', 'EUR', 129900, 'a shop without cents'],
  [
    '1.299,00 €',
    'EUR',
    129900,
    'a shop in Germany',
    'https://webmasterid.com/analytics-data-quality/currency-and-locale-mismatches',
  ],
  [
    '$1,234.56',
    'USD',
    123456,
    'a shop in America',
    'https://webmasterid.com/analytics-data-quality/currency-and-locale-mismatches',
  ],
  [
    '1,299 USD',
    'USD',
    129900,
    'Shopify’s money_with_currency',
    'https://github.com/TechnicalWebAnalytics/dataLayer-shopify/issues/31',
  ],
  ['Rp 250.000', 'IDR', 25000000, 'a shop in Indonesia', 'https://github.com/invoiceninja/invoiceninja/issues/8660'],
  ['Rp 10.000,00', 'IDR', 1000000, 'Invoice Ninja', 'https://github.com/invoiceninja/invoiceninja/issues/8660'],
  ['Rp1,000.00', 'IDR', 100000, 'the gem money', 'https://github.com/RubyMoney/money/issues/428'],
  ['Rp1.096', 'IDR', 109600, 'Intl in Indonesian', 'https://github.com/raycast/extensions/pull/29286'],
  ['123.000,-', 'IDR', 12300000, 'a helper for rupiahs', 'https://github.com/yussan/string-manager-npm/issues/33'],
  ['$1.000', 'CLP', 100000, 'a shop in Chile', 'https://github.com/RubyMoney/money/issues/165'],
  ['$1.000.000', 'COP', 100000000, 'a money field', 'https://github.com/caseyryan/flutter_multi_formatter/issues/2'],
  ['$ 129.900', 'COP', 12990000, 'a shop in Colombia'],
  ['12.990 Ft', 'HUF', 1299000, 'a shop in Hungary'],
  ['Rs.1,499', 'INR', 149900, 'a shop in India', 'https://github.com/indibeast/currency-format/pull/1'],
  ['KWD 12.500', 'KWD', 1250, 'a shop in Kuwait'],
  ['129.900', 'COP', 'ambiguous_amount', 'a shop in Colombia, without its sign'],
  ['250.000', 'IDR', 'ambiguous_amount', 'a shop in Indonesia, without its sign'],
  ['12.990', 'HUF', 'ambiguous_amount', 'a shop in Hungary, without its sign'],
  ['1,000', 'GBP', 'ambiguous_amount', 'Magento 2.4.5', 'https://github.com/magento/magento2/issues/37708'],
  ['5,649.0000', 'EUR', 564900, 'Yireo’s extension', 'https://github.com/yireo/Yireo_GoogleTagManager2/issues/187'],
  [
    '2,457.00',
    'EUR',
    245700,
    'Yireo’s extension for Magento 1',
    'https://github.com/yireo-magento1/Yireo_GoogleTagManager/pull/97',
  ],
  ['2,000.00', 'NZD', 200000, 'WP e-Commerce', 'https://github.com/wp-e-commerce/WP-e-Commerce/issues/1014'],
  ['250000.00', 'IDR', 25000000, 'a program: two decimals are not a group'],
]

export const PRINTED_AMOUNTS: Example[] = AMOUNTS.map(([value, currency, read, printedBy, from], index) => {
  const order_number = `P-${index}`
  const page = bought({ transaction_id: order_number, value, currency })
  const name = `${value} in ${currency}, of ${printedBy}`
  if (read === 'ambiguous_amount')
    return example(name, { page, cart: { order_number, currency }, problems: { 'cart_data.cart_value': read } })
  return example(name, { page, cart: { order_number, cart_value: read, currency }, ...(from && { from }) })
})

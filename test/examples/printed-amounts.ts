/** Amounts that systems print for people into their data. Each has the cents that the API gets, or the problem. */
import { bought, type Example, example } from './example.js'

const AMOUNTS: [
  value: string,
  currency: string,
  read: number | 'ambiguous_amount',
  printedBy: string,
  from?: string,
][] = [
  ['1.299 €', 'EUR', 129900, 'a shop without cents'],
  ['1.299,00 €', 'EUR', 129900, 'a shop in Germany'],
  [
    '1.234,56',
    'EUR',
    123456,
    'a shop in Europe, without its sign',
    'https://webmasterid.com/analytics-data-quality/currency-and-locale-mismatches',
  ],
  [
    '$1,234.56',
    'USD',
    123456,
    'a shop in America',
    'https://webmasterid.com/analytics-data-quality/currency-and-locale-mismatches',
  ],
  ['1,299 USD', 'USD', 129900, 'Shopify’s money_with_currency, without cents'],
  [
    '$10.00 CAD',
    'CAD',
    1000,
    'Shopify’s money_with_currency',
    'https://shopify.dev/docs/api/liquid/filters/money_with_currency',
  ],
  [
    "1'234.56",
    'CHF',
    123456,
    'Shopify’s amount_with_apostrophe_separator',
    'https://qiita.com/eijiSaito/items/8d20098567e48249bd92',
  ],
  ['Rp 250.000', 'IDR', 25000000, 'a shop in Indonesia'],
  ['Rp 10.000,00', 'IDR', 1000000, 'Invoice Ninja', 'https://github.com/invoiceninja/invoiceninja/issues/8660'],
  ['Rp1,000.00', 'IDR', 100000, 'the gem money', 'https://github.com/RubyMoney/money/issues/428'],
  ['Rp10,000,000.00', 'IDR', 1000000000, 'the gem money', 'https://github.com/RubyMoney/money/issues/642'],
  ['1,222,222.50', 'IDR', 122222250, 'go-money', 'https://github.com/Rhymond/go-money/pull/129'],
  ['Rp1.096', 'IDR', 109600, 'Intl in Indonesian', 'https://github.com/raycast/extensions/pull/29286'],
  ['123.000,-', 'IDR', 12300000, 'a helper for rupiahs', 'https://github.com/yussan/string-manager-npm/issues/33'],
  ['$1.000', 'CLP', 100000, 'a shop in Chile', 'https://github.com/RubyMoney/money/issues/165'],
  ['$1.000.000', 'CLP', 100000000, 'Chileans', 'https://github.com/h4h13/Paisa/issues/200'],
  ['$1.000.000', 'COP', 100000000, 'a money field', 'https://github.com/caseyryan/flutter_multi_formatter/issues/2'],
  ['$ 129.900', 'COP', 12990000, 'a shop in Colombia'],
  ['12.990 Ft', 'HUF', 1299000, 'a shop in Hungary'],
  ['10 000 Ft', 'HUF', 1000000, 'Windows in Hungarian', 'https://github.com/TommyChris/pckliens/issues/5'],
  ['Rs.1,499', 'INR', 149900, 'a shop in India'],
  [
    '1,00,000.00',
    'INR',
    10000000,
    'a shop in India, which counts in lakhs',
    'https://github.com/openexchangerates/accounting.js/issues/200',
  ],
  [
    '11,23,000.00',
    'INR',
    112300000,
    'an invoice in India',
    'https://github.com/Invoice-Generator/invoice-generator-api/issues/75',
  ],
  ['7.500 KWD', 'KWD', 750, 'a payment in Kuwait', 'https://github.com/activemerchant/active_merchant/pull/2860'],
  ['BD 250.850', 'BHD', 25085, 'a school in Bahrain', 'https://github.com/qdocsdev/smartschool/issues/11'],
  ['129.900', 'COP', 'ambiguous_amount', 'a shop in Colombia, without its sign'],
  [
    '123.000',
    'IDR',
    'ambiguous_amount',
    'a helper for rupiahs, without its sign',
    'https://github.com/yussan/string-manager-npm/issues/33',
  ],
  ['12.990', 'HUF', 'ambiguous_amount', 'a shop in Hungary, without its sign'],
  ['1,000', 'GBP', 'ambiguous_amount', 'Magento 2.4.5', 'https://github.com/magento/magento2/issues/37708'],
  ['4,245.42', 'EUR', 424542, 'OpenMage', 'https://github.com/OpenMage/magento-lts/pull/3366'],
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
  const cited = from ? { from } : {}
  if (read === 'ambiguous_amount')
    return example(name, {
      page,
      cart: { order_number, currency },
      problems: { 'cart_data.cart_value': read },
      ...cited,
    })
  return example(name, { page, cart: { order_number, cart_value: read, currency }, ...cited })
})

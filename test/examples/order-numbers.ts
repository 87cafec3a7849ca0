/** Words that pages print in the place of an order number: the order is sent without a number, and the problem is named. */
import { bought, type Example, example } from './example.js'

/** Each word, who prints it, and its public address. */
const WORDS: [word: unknown, printedBy: string, from?: string][] = [
  ['(not set)', 'Google Analytics’ reports', 'https://support.google.com/analytics/answer/2820717'],
  [
    'undefined',
    'Tag Manager, for a variable without a value',
    'https://github.com/yireo/Yireo_GoogleTagManager2/issues/149',
  ],
  ['', 'Shopware before 6.6, whose token was empty', 'https://github.com/shopware/shopware/issues/4157'],
  [
    '{{Order ID}}',
    'Tag Manager, for a variable that does not exist',
    'https://github.com/istari7/testing/blob/master/purchase_tag.js',
  ],
  ['<%= orderId %>', 'a server that does not run ASP', 'https://support.google.com/analytics/answer/12313109'],
  ['{orderId}', 'Squarespace, outside its order page', 'https://support.squarespace.com/hc/en-us/articles/205815358'],
  [
    '%%ORDER_ID%%',
    'BigCommerce, outside its conversion field',
    'https://support.bigcommerce.com/s/article/Conversion-Tracking',
  ],
  ['{order_number}', 'WooCommerce’s placeholders', 'https://woocommerce.com/document/email-customizer-settings/'],
  [
    '{{var order.increment_id}}',
    'Magento’s e-mail templates',
    'https://experienceleague.adobe.com/en/docs/commerce-admin/systems/communications/email-template-variables',
  ],
  ['*|ORDER_NUMBER|*', 'Mailchimp’s merge tags', 'https://mailchimp.com/help/all-the-merge-tags-cheat-sheet/'],
  ['INSERT_ORDER_ID', 'a snippet pasted as it stands'],
  ['#N/A', 'a spreadsheet'],
  ['n/a', 'people'],
  ['none', 'Python'],
  ['NULL', 'SQL'],
  ['false', 'PHP, as text'],
  ['0', 'a database without the order'],
  [0, 'a database without the order'],
  ['#0', 'a template round it'],
  ['000000000', 'a number that is padded'],
  ['1.23457E+12', 'a spreadsheet that has rounded the number'],
  [
    2 ** 53,
    'a script that has rounded the number',
    'https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Number/MAX_SAFE_INTEGER',
  ],
  ['Loading…', 'a page that asks its server'],
  ['Order number:', 'a label alone'],
  ['—', 'a page that has none'],
]

export const ORDER_NUMBERS: Example[] = WORDS.map(([transaction_id, printedBy, from]) =>
  example(`no order number: ${JSON.stringify(transaction_id)} of ${printedBy}`, {
    page: bought({ transaction_id, value: 5, items: [{ item_id: 'MUG-1' }] }),
    cart: { cart_value: 500, cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', item_qty: 1 }],
    problems: { 'cart_data.order_number': 'no_order_number' },
    ...(from && { from }),
  }),
)

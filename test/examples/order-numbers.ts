/** Words that pages print instead of an order number. The order is sent without a number, and the problem is named. */
import { bought, type Example, example } from './example.js'

/** Each word, its source, and the public address of the source. */
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
    'https://github.com/istari7/testing/blob/a8dcd25aa246c6558998002258f8912ed49aa322/purchase_tag.js',
  ],
  ['<%= orderId %>', 'a server that does not run ASP', 'https://support.google.com/analytics/answer/12313109'],
  [
    '{orderId}',
    'Squarespace, outside its order page',
    'https://gist.github.com/re-dev/355eadb882f63428030d259ec6278436',
  ],
  [
    '%%ORDER_ID%%',
    'BigCommerce, outside its conversion field',
    'https://support.bigcommerce.com/articles/Public/Passing-Order-Data-to-Affiliate-Programs',
  ],
  ['{order_number}', 'WooCommerce’s placeholders', 'https://buildthis.com/wonder-default-emails-woocommerce-look/'],
  [
    '{{var order.increment_id}}',
    'Magento’s e-mail templates',
    'https://github.com/magento/magento2/blob/12fbb2990eac37219d1a3d22388ec5b55685ff03/app/code/Magento/Sales/view/frontend/email/order_new.html',
  ],
  ['*|ORDER_NUMBER|*', 'Mailchimp’s merge tags'],
  [
    '[% order_number %]',
    'Turbify’s order e-mails',
    'https://help.turbify.com/articles/?k=html-email-template-and-print-order-glossary',
  ],
  ['%order_id%', 'Emporium Plus’s order e-mails', 'http://www.emporiumplus.com/v4/tokens.htm'],
  ['[orderid]', 'ShineISP, in an e-mail of a deleted order', 'https://github.com/shinesoftware/shineisp/issues/115'],
  [
    'INSERT_ORDER_ID_HERE',
    'Google Ad Manager’s examples, pasted unchanged',
    'https://github.com/googleads/googleads-python-lib/blob/7d2fb403812d7b6d685c56c745279596daab9253/examples/ad_manager/v202405/line_item_service/create_line_items.py',
  ],
  ['#N/A', 'a spreadsheet'],
  ['n/a', 'people'],
  [
    'NONE',
    'Craft Commerce, before the order has its friendly number',
    'https://github.com/bossanova808/CommerceFriendlyOrderNumbers/issues/3',
  ],
  ['NULL', 'SQL'],
  ['false', 'PHP, as text'],
  ['0', 'a database without the order'],
  [0, 'a database without the order'],
  ['#0', 'a template around it'],
  ['000000000', 'a number that is padded'],
  ['9.11111E+24', 'a spreadsheet that has rounded the number', 'https://github.com/orneryd/ui-grid/issues/5407'],
  [
    2 ** 53,
    'a script that has rounded the number',
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Number/MAX_SAFE_INTEGER',
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

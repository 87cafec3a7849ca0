/** Names and promo codes in the forms that templates and programs write into a data layer. */
import { bought, type Example, example } from './example.js'

const NAMES: [item_name: string, name: string, writtenBy: string, from?: string][] = [
  ['Men&#039;s mug', "Men's mug", 'PHP’s htmlspecialchars', 'https://github.com/wpsharks/s2member/issues/1175'],
  ['Men&#39;s cup', "Men's cup", 'Rails', 'https://github.com/seven1m/onebody/issues/699'],
  ['Men&apos;s jar', "Men's jar", 'Cheerio', 'https://github.com/foundation/foundation-emails/issues/393'],
  [
    'April&#x2019;s mug',
    'April’s mug',
    'hexadecimal entities',
    'https://github.com/foundation/foundation-emails/issues/303',
  ],
  ['Salt &amp; pepper', 'Salt & pepper', 'WooCommerce', 'https://github.com/Automattic/wp-calypso/issues/21036'],
  [
    'Salt &amp;amp; pepper mill',
    'Salt & pepper mill',
    'a program that escapes what is escaped already',
    'https://github.com/foundation/foundation-emails/issues/981',
  ],
  ['Screen 24&quot;', 'Screen 24"', 'Craft Commerce', 'https://github.com/craftcms/commerce/issues/1747'],
  [
    'Couvert et m&eacute;nag&egrave;re',
    'Couvert et ménagère',
    'PHP’s htmlentities',
    'https://github.com/sean-adams/dataslayer/issues/31',
  ],
  ['Gr&uuml;ner Tee &ndash; 100&nbsp;g', 'Grüner Tee – 100\u00a0g', 'PHP’s htmlentities'],
  [
    'Tea &#8211; green',
    'Tea – green',
    'WordPress’s wptexturize',
    'https://github.com/woocommerce/woocommerce-blocks/pull/11927',
  ],
  [
    'Tea &#150; black',
    'Tea – black',
    'Windows-1252, as browsers read it',
    'https://github.com/fb55/entities/blob/94c73c5bbb65123ca73227b70f33fcdaa26c3b09/src/decode-codepoint.ts',
  ],
  ['Caf&eacute; &#8220;Ada&#8221;', 'Café “Ada”', 'esc_attr'],
  ['R&D mug', 'R&D mug', 'a name with an ampersand of its own'],
  ['Mug &copy 2026', 'Mug &copy 2026', 'an entity without its semicolon is text'],
  ['Mug &unknown; &#0; &#xD800;', 'Mug &unknown; &#0; &#xD800;', 'entities of no character are text'],
]

const COUPONS: [coupon: unknown, promo: string | undefined, writtenBy: string, from?: string][] = [
  [false, undefined, 'PHP, without a coupon'],
  ['false', undefined, 'PHP, without a coupon, as text'],
  [null, undefined, 'EC-CUBE’s coupon plugin, without a coupon', 'https://github.com/EC-CUBE/coupon-plugin/pull/92'],
  [
    '',
    undefined,
    'a tag of Tag Manager, without a coupon',
    'https://github.com/istari7/testing/blob/a8dcd25aa246c6558998002258f8912ed49aa322/purchase_tag.js',
  ],
  [
    'undefined',
    undefined,
    'Tag Manager, without a coupon',
    'https://github.com/yireo/Yireo_GoogleTagManager2/issues/149',
  ],
  [0, undefined, 'a number for none'],
  [
    [],
    undefined,
    'Shopify’s customer events, without a coupon',
    'https://github.com/karolk95/shopify-customer-events-plain/issues/3',
  ],
  [
    ['SUMMER', 'VIP'],
    'SUMMER, VIP',
    'Shopify’s customer events',
    'https://github.com/karolk95/shopify-customer-events-plain/issues/3',
  ],
  [['SUMMER', 'SUMMER'], 'SUMMER', 'one code for two lines'],
  [
    [{ code: 'SUMMER' }, { code: 'VIP' }],
    'SUMMER, VIP',
    'WooCommerce’s coupon_lines',
    'https://github.com/woocommerce/woocommerce-rest-api-docs/blob/13d61967911cb312a27be2dc57b12d5949f40016/source/includes/wp-api-v3/_orders.md',
  ],
  [{ code: 'SUMMER' }, 'SUMMER', 'an object'],
  [2026, '2026', 'a number'],
]

export const TEXTS: Example[] = [
  ...NAMES.map(([item_name, name, writtenBy, from], index) =>
    example(`${item_name} of ${writtenBy}`, {
      page: bought({
        transaction_id: `N-${index}`,
        items: [{ item_id: 'MUG-1', item_name, item_category: item_name }],
      }),
      cart: { order_number: `N-${index}`, cart_item_count: 1 },
      items: [{ product_id: 'MUG-1', name, category: [name], item_qty: 1 }],
      ...(from && { from }),
    }),
  ),
  ...COUPONS.map(([coupon, promo, writtenBy, from], index) =>
    example(`the coupon ${JSON.stringify(coupon)} of ${writtenBy}`, {
      page: bought({ transaction_id: `C-${index}`, value: 5, coupon }),
      cart: { order_number: `C-${index}`, cart_value: 500, ...(promo && { promo }) },
      ...(from && { from }),
    }),
  ),
]

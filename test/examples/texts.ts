/** Names and promo codes as templates and programs write them into a data layer. */
import { bought, type Example, example } from './example.js'

const NAMES: [item_name: string, name: string, writtenBy: string, from?: string][] = [
  ['Men&#039;s mug', "Men's mug", 'PHP’s htmlspecialchars', 'https://github.com/wpsharks/s2member/issues/1175'],
  ['Men&#39;s cup', "Men's cup", 'Blade and Go', 'https://github.com/UniversityOfHelsinkiCS/palaute/issues/1568'],
  ['Men&apos;s jar', "Men's jar", 'XML', 'https://github.com/oaeproject/Hilary/issues/1317'],
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
    'two templates in a row',
    'https://github.com/woocommerce/woocommerce-blocks/pull/2389',
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
    'https://developer.wordpress.org/reference/functions/wptexturize/',
  ],
  [
    'Tea &#150; black',
    'Tea – black',
    'Windows-1252, as browsers read it',
    'https://html.spec.whatwg.org/multipage/parsing.html',
  ],
  [
    'Caf&eacute; &#8220;Ada&#8221;',
    'Café “Ada”',
    'esc_attr',
    'https://github.com/stape-io/gtm-server-side-wordpress-plugin/pull/57',
  ],
  ['R&D mug', 'R&D mug', 'a name with an ampersand of its own'],
  ['Mug &copy 2026', 'Mug &copy 2026', 'an entity without its semicolon is text'],
  ['Mug &unknown; &#0; &#xD800;', 'Mug &unknown; &#0; &#xD800;', 'entities of no character are text'],
]

const COUPONS: [coupon: unknown, promo: string | undefined, writtenBy: string, from?: string][] = [
  [false, undefined, 'PHP, without a coupon'],
  ['false', undefined, 'PHP, without a coupon, as text'],
  [null, undefined, 'VTEX, without a coupon', 'https://github.com/vtex-apps/google-tag-manager/issues/142'],
  [
    '',
    undefined,
    'Google’s own example',
    'https://github.com/marcusRB/GA_enhanced_ecommerce_for_GTM/blob/master/transaction.js',
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
    'https://woocommerce.github.io/woocommerce-rest-api-docs/',
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

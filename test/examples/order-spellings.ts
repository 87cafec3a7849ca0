/**
 * One order in two spellings: the page, an e-mail or a person writes its number in one, and the webhook or the order export in
 * the other.
 */

const SPREE = 'https://github.com/spree-contrib/spree_i18n/blob/38ac26569130f3e872467c47898cdf3f698dd844/config/locales'
const MAGENTO_1_IN_GERMAN =
  'https://github.com/riconeitzel/German_LocalePack_de_DE/blob/e8b84e85a37afc35536d359dd0b8fc899d9fd220/app/locale/de_DE/template/email/sales'
const MAGENTO_2 =
  'https://github.com/magento/magento2/blob/12fbb2990eac37219d1a3d22388ec5b55685ff03/app/code/Magento/Sales/view/frontend/email'

export const ORDER_SPELLINGS: [spelling: string, number: string, writtenBy: string, from: string][] = [
  [
    '#1001',
    '1001',
    'Shopify: the order’s name and number',
    'https://help.awin.com/advertisers/docs/different-order-references-in-shopifys-reporting',
  ],
  [
    '#ALT-1001',
    'ALT-1001',
    'Shopify, with a prefix of the shop’s own',
    'https://www.getaltera.com/changelog/2026-05-16-order-name-hash-optional/',
  ],
  [
    ' #1001 ',
    '1001',
    'an import file with blanks',
    'https://www.getaltera.com/changelog/2026-05-16-order-name-hash-optional/',
  ],
  [
    '#1234',
    '1234',
    'WooCommerce’s pages, and shoppers who copy it',
    'https://github.com/woocommerce/woocommerce/pull/15384',
  ],
  [
    '##56660',
    '56660',
    'two programs that each add a sign',
    'https://github.com/skyverge/woocommerce-sage-erp-connector/issues/9',
  ],
  ['#17', '17', 'Ecwid’s page of the order', 'https://gist.github.com/riq363/8850c0748d32dbc08f20'],
  ['# 000000012', '000000012', 'Magento 2', `${MAGENTO_2}/order_new.html`],
  ['Nr. 100000012', '100000012', 'Magento 1 in German', `${MAGENTO_1_IN_GERMAN}/order_new.html`],
  ['Nr. #100000012', '100000012', 'Magento 1 in German', `${MAGENTO_1_IN_GERMAN}/order_update.html`],
  ['n°R123456789', 'R123456789', 'Spree in French', `${SPREE}/fr.yml`],
  ['nº R123456789', 'R123456789', 'Spree in Portuguese', `${SPREE}/pt-BR.yml`],
  ['n.º R123456789', 'R123456789', 'Spree in Spanish', `${SPREE}/es.yml`],
  [
    'n. 000000012',
    '000000012',
    'Magento 2 in Italian',
    'https://github.com/magento-l10n/language-it_IT/blob/master/it_IT.csv',
  ],
  [
    'nr 000000012',
    '000000012',
    'Magento 2 in Polish',
    'https://github.com/SnowdogApps/magento2-pl_pl/blob/master/pl_PL.csv',
  ],
  ['№R123456789', 'R123456789', 'Spree in Russian and Bulgarian', `${SPREE}/ru.yml`],
  [
    '\u202a4711\u202c',
    '4711',
    'WhatsApp, which adds direction marks to a copied number',
    'https://github.com/nhoizey/vscode-gremlins/pull/204',
  ],
  [
    '\u200b4711',
    '4711',
    'a viewer of JSON, which adds a blank without width to a copied number',
    'https://github.com/bhollis/jsonview/issues/129',
  ],
]

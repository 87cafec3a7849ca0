/** Magento 2 and Adobe Commerce: modules that fill a data layer, and one line for the e-mail address. */
import type { Recipe, Source } from './recipe.js'

const EXPRESSION =
  '<?= $block->escapeHtmlAttr(\\Magento\\Framework\\App\\ObjectManager::getInstance()->get(\\Magento\\Checkout\\Model\\Session::class)->getLastRealOrder()->getCustomerEmail()) ?>'

/** The common parts of all modules. They differ in the form of their data layer, which the snippet knows. */
const toRecipe = (name: string, variant: string, expect: string, source: Source): Recipe => ({
  name: `magento-${name}`,
  platform: 'Magento 2 and Adobe Commerce',
  variant,
  paste:
    'into the `<head>` of every page: Content, Design, Configuration, your store view, HTML Head, Scripts and Style Sheets',
  settings: { convertOn: 'purchase' },
  templateLine: {
    file: 'Magento_Checkout/templates/success.phtml',
    place: 'in your theme, inside `<div class="checkout-success">`',
    line: `<meta data-ringup="email" content="${EXPRESSION}">`,
    expressions: [EXPRESSION],
  },
  expect: `${expect} The page does not show the e-mail address to logged-in customers, so the line is needed.`,
  source,
})

export const MAGENTO: readonly Recipe[] = [
  toRecipe(
    'gtag',
    'Google GTag (core)',
    'The order is the core module’s `purchase` event, which is pushed when its JavaScript has run. Amounts have English separators in every language.',
    {
      repository: 'magento/magento2',
      files: [
        'app/code/Magento/GoogleGtag/Block/Ga.php',
        'app/code/Magento/GoogleGtag/view/frontend/web/js/google-analytics.js',
        'app/code/Magento/Checkout/view/frontend/templates/success.phtml',
      ],
      version: 'commits 0239c25, 05da4bc and 4f2773a',
    },
  ),
  toRecipe(
    'magepal',
    'MagePal Google Tag Manager',
    'The order is the module’s `purchase` event, in Tag Manager’s older names. Its amounts are in the store’s base currency.',
    {
      repository: 'magepal/magento2-googletagmanager',
      files: ['Model/Order.php', 'view/frontend/templates/js.phtml'],
      version: 'commit e18f31c',
    },
  ),
  toRecipe(
    'magefan',
    'Magefan Google Tag Manager',
    'The order is the module’s `purchase` event. A setting of the module decides whether its value includes tax and shipping.',
    {
      repository: 'magefan/module-google-tag-manager',
      files: ['Model/DataLayer/AbstractOrder.php', 'Model/DataLayer/Order/Item.php', 'Block/AbstractDataLayer.php'],
      version: '2.8.0',
    },
  ),
  toRecipe(
    'yireo',
    'Yireo GoogleTagManager2',
    'The order is the module’s `purchase` event. Its customer data is hashed.',
    {
      repository: 'yireo/Yireo_GoogleTagManager2',
      files: [
        'DataLayer/Event/Purchase.php',
        'DataLayer/Mapper/OrderItemDataMapper.php',
        'view/frontend/templates/luma/data-layer.phtml',
        'view/frontend/web/js/push.js',
      ],
      version: '3.10.6',
    },
  ),
]

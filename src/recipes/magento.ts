/** Magento 2 and Adobe Commerce: modules that fill a data layer, and one line for the e-mail address. */
import type { Recipe, Source } from './recipe.js'

const EXPRESSION =
  '<?= $block->escapeHtmlAttr(\\Magento\\Framework\\App\\ObjectManager::getInstance()->get(\\Magento\\Checkout\\Model\\Session::class)->getLastRealOrder()->getCustomerEmail()) ?>'

/** What all of them have in common: the modules differ in the form of their data layer, which the snippet knows. */
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
  expect: `${expect} The page shows no e-mail address to customers who are logged in, hence the line.`,
  source,
})

export const MAGENTO: readonly Recipe[] = [
  toRecipe(
    'gtag',
    'Google GTag (core)',
    'The order is the core module’s `purchase` event, which comes when its JavaScript has run; amounts have English separators in every language.',
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
    'The order is the module’s `purchase` event, in Tag Manager’s older names; its amounts are in the store’s base currency.',
    {
      repository: 'magepal/magento2-googletagmanager',
      files: ['Model/Order.php', 'view/frontend/templates/js.phtml'],
      version: 'commit e18f31c',
    },
  ),
  toRecipe(
    'magefan',
    'Magefan Google Tag Manager',
    'The order is the module’s `purchase` event. The module says whether its value has tax and shipping in it.',
    {
      repository: 'magefan/module-google-tag-manager',
      files: ['Model/DataLayer/AbstractOrder.php', 'Model/DataLayer/Order/Item.php', 'Block/AbstractDataLayer.php'],
      version: '2.8.0',
    },
  ),
  toRecipe(
    'yireo',
    'Yireo GoogleTagManager2',
    'The order is the module’s `purchase` event; what it says of the customer is hashed.',
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

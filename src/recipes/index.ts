/** All recipes, in the order in which a shop is asked for its platform. */
import { BIGCOMMERCE } from './bigcommerce.js'
import { ECWID } from './ecwid.js'
import { MAGENTO } from './magento.js'
import { PRESTASHOP } from './prestashop.js'
import type { Recipe } from './recipe.js'
import { SHOPWARE } from './shopware.js'
import { SQUARESPACE } from './squarespace.js'
import { WIX } from './wix.js'
import { WOOCOMMERCE } from './woocommerce.js'

export const RECIPES: readonly Recipe[] = [
  ...WOOCOMMERCE,
  ...MAGENTO,
  ...PRESTASHOP,
  ...SHOPWARE,
  ...BIGCOMMERCE,
  ...SQUARESPACE,
  ...WIX,
  ...ECWID,
]

/** All recipes, in the order in which a shop is asked for its platform. */
import { BIGCOMMERCE } from './bigcommerce.js'
import { DJANGO_OSCAR } from './django-oscar.js'
import { DRUPAL_COMMERCE } from './drupal-commerce.js'
import { EASY_DIGITAL_DOWNLOADS } from './easy-digital-downloads.js'
import { EC_CUBE } from './ec-cube.js'
import { ECWID } from './ecwid.js'
import { MAGENTO } from './magento.js'
import { MEDUSA } from './medusa.js'
import { ODOO } from './odoo.js'
import { OPENCART } from './opencart.js'
import { PRESTASHOP } from './prestashop.js'
import type { Recipe } from './recipe.js'
import { SALEOR } from './saleor.js'
import { SHOPWARE } from './shopware.js'
import { SOLIDUS } from './solidus.js'
import { SPREE } from './spree.js'
import { SQUARESPACE } from './squarespace.js'
import { SYLIUS } from './sylius.js'
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
  ...SALEOR,
  ...MEDUSA,
  ...SPREE,
  ...SOLIDUS,
  ...SYLIUS,
  ...OPENCART,
  ...DRUPAL_COMMERCE,
  ...ODOO,
  ...EASY_DIGITAL_DOWNLOADS,
  ...DJANGO_OSCAR,
  ...EC_CUBE,
]

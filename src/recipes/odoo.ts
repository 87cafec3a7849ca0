/** Odoo: the confirmation page of website_sale. */
import type { Recipe } from './recipe.js'

const EMAIL = ' t-out="order.partner_id.email"/>'

export const ODOO: readonly Recipe[] = [
  {
    name: 'odoo',
    platform: 'Odoo',
    paste:
      'into the `<head>` of every page: the website editor’s Theme, Code Injection, Head (a view is XML, so it refuses the tag)',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: {
        order: '[data-order-tracking-info]@data-order-tracking-info',
        order_number: '#order_name /([^\\s]*\\d[^\\s]*)/',
      },
    },
    templateLine: {
      file: 'website_sale.confirmation',
      place: 'behind `<div id="order_name">`, in Odoo’s HTML editor or in a view that inherits this one',
      line: `<span hidden="hidden" data-ringup="email"${EMAIL}`,
      expressions: [EMAIL],
    },
    expect:
      'Items and amounts come from the attribute that Odoo makes for Google, the number from the heading (the attribute has the id `42`, shoppers and shop know `S00042`), the e-mail from the line. `product_id` is the barcode, or the product’s id if it has no barcode.',
    source: {
      repository: 'odoo/odoo',
      files: [
        'addons/website_sale/views/templates/checkout/confirmation_templates.xml',
        'addons/website_sale/controllers/main.py',
      ],
      version: '19 (a1715b48)',
    },
  },
]

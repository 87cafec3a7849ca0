/** Promise: browsers and template engines read a recipe's settings on the tag correctly. */
import { expect, test } from 'vitest'
import { quote } from '../../../src/contract/tag.js'
import type { Recipe } from '../../../src/recipes/recipe.js'
import { toAttributes } from '../../../src/recipes/tag.js'

const recipe: Recipe = {
  name: 'shop',
  platform: 'Shop',
  paste: 'into the head',
  expect: 'All of it is on the page.',
  source: { repository: 'shop/shop', files: ['thanks.html'], version: '1' },
  settings: { convertOn: 'load', selectors: { order_number: "[title='a<b & c']", items: { each: 'tr' } } },
}

test('settings are attributes, and template engines do not read structures as code', () => {
  expect(toAttributes(recipe).map(([name, text]) => `${name}=${quote(text)}`)).toEqual([
    'data-convert-on="load"',
    `data-selectors='{
    "order_number": "[title=&#39;a&lt;b &amp; c&#39;]",
    "items": {
      "each": "tr"
    }
  }'`,
  ])
})

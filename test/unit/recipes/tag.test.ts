/** Promise: a recipe's settings are written on the tag as no browser and no template engine misreads them. */
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

test('settings are attributes; structures are JSON, which no template engine takes for code', () => {
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

/** Promise: the tag that a recipe prints is ready to be pasted, wherever the proxy is. */
import { describe, expect, test } from 'vitest'
import type { Recipe } from '../../../src/recipes/recipe.js'
import { STUB } from '../../../src/recipes/stub.js'
import { toTag } from '../../../src/recipes/tag.js'

const about = {
  name: 'shop',
  platform: 'Shop',
  paste: 'into the head',
  expect: 'All of it is on the page.',
  source: { repository: 'shop/shop', files: ['thanks.html'], version: '1' },
}
const recipe: Recipe = {
  ...about,
  settings: { convertOn: 'load', selectors: { order_number: "[title='a<b & c']", items: { each: 'tr' } } },
}

test('settings are attributes; structures are JSON, which no template engine takes for code', () => {
  expect(toTag(recipe, '/ringup')).toBe(`<script async
  src="/ringup/ringup.js"
  data-convert-on="load"
  data-selectors='{
    "order_number": "[title=&#39;a&lt;b &amp; c&#39;]",
    "items": {
      "each": "tr"
    }
  }'></script>`)
})

describe('the folder of the proxy', () => {
  test.each([
    ['/ringup', '  src="/ringup/ringup.js"\n  data-convert-on', 'a path of the shop'],
    ['/ringup/', '  src="/ringup/ringup.js"\n  data-convert-on', 'with a slash at its end'],
    [
      'https://orders.example.com/ringup/',
      '  src="https://orders.example.com/ringup/ringup.js"\n  data-endpoint="https://orders.example.com/ringup"',
      'another origin, where events go too',
    ],
  ])('%s comes to %j (%s)', (endpoint, attributes) => {
    expect(toTag(recipe, endpoint)).toContain(attributes)
  })
})

test('a script stands behind the tag, and its call is kept until that has loaded', () => {
  const script = toTag({ ...about, needsScript: 'Nothing is on the page.', script: '\nconvert({})\n' }, '/ringup')
  expect(script).toBe(
    `<script>${STUB}</script>\n<script async\n  src="/ringup/ringup.js"></script>\n<script>\nconvert({})\n</script>`,
  )
})

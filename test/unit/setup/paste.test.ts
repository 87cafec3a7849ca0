// @vitest-environment happy-dom
/** Promise: step 1 shows one line for every page, and for each platform only what it needs besides. */
import { describe, expect, test } from 'vitest'
import { RECIPES } from '../../../src/recipes/index.js'
import type { Known } from '../../../src/setup/known.js'
import { createPlatformField, toPaste, toTag } from '../../../src/setup/paste.js'
import { toPlatforms } from '../../../src/setup/platforms.js'

const BUILT = { platforms: toPlatforms() }
const KNOWN: Known = {
  origin: 'https://shop.example',
  endpoint: 'https://shop.example/ringup',
  tag: { settings: {}, canKeep: true },
  webhooks: [],
}
const show = (system: string, more: Partial<Known> = {}) => {
  const box = document.createElement('div')
  box.append(...toPaste(system, BUILT, { ...KNOWN, ...more }))
  return box
}

test.each([
  ['https://shop.example/ringup', '<script async src="/ringup/ringup.js" data-debug="ask"></script>'],
  [
    'https://events.example/r',
    '<script async src="https://events.example/r/ringup.js" data-endpoint="https://events.example/r" data-debug="ask"></script>',
  ],
])('with the proxy at %s the line is %s', (endpoint, tag) => {
  expect(toTag({ ...KNOWN, endpoint })).toBe(tag)
})

describe('a platform', () => {
  test.each(RECIPES.map(({ name }) => name))('%s has the same line, and its own place', (name) => {
    const recipe = RECIPES.find((each) => each.name === name)
    const { textContent: text } = show(name)
    expect(text).toContain(toTag(KNOWN))
    expect(text).toContain(recipe?.paste.replaceAll('`', ''))
    expect(text?.includes('not tried in a running shop')).toBe(recipe?.tried === undefined)
  })

  test('with webhooks has them first, with the reason, until the proxy has their secret', () => {
    expect(show('woocommerce').textContent).toMatch(
      /^First, webhooks: .*RINGUP_WOOCOMMERCE_SECRET=[0-9a-f-]{36}.*ringup\/webhooks\/woocommerce.*Line for every page/s,
    )
    const { textContent: done } = show('woocommerce', { webhooks: ['woocommerce'] })
    expect(done).toMatch(/^The proxy has the secret of your webhooks\.Line for every page/)
  })

  test.each([
    ['shopify', /^First, webhooks: .*src\/shopify\/README\.md/s, ['/setup/custom-pixel.js', '/setup/ringup.liquid']],
    ['tag-manager', /^The guide src\/gtm\/README\.md/, ['/setup/template.tpl']],
  ])('%s has files and a guide, and no line for every page', (name, text, files) => {
    const box = show(name)
    expect(box.textContent).toMatch(text)
    expect([...box.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(files)
    expect(box.textContent).not.toContain('Line for every page')
  })
})

test.each([
  ['#platform=woocommerce', 'woocommerce'],
  ['#platform=no-such-shop', 'other'],
  ['#settings={"endpoint":"https://evil.example"}', 'other'],
  ['', 'other'],
])('the address %s chooses %s', (hash, value) => {
  expect(createPlatformField(BUILT, hash, () => {}).value()).toBe(value)
})

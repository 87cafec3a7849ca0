// @vitest-environment happy-dom
/** Promise: step 1 shows one line for every page, and for each platform only what it needs besides. */
import { describe, expect, test } from 'vitest'
import { RECIPES } from '../../../src/recipes/index.js'
import type { Known } from '../../../src/setup/known.js'
import { createPlatformField, toPaste, toTag } from '../../../src/setup/paste.js'
import { toPlatforms } from '../../../src/setup/platforms.js'

const PIXEL = "// Paste this.\nglobalThis.RINGUP = {\n  endpoint: '',\n  debug: false,\n}\nrun()\n"
const BUILT = {
  version: '1.2.3',
  platforms: toPlatforms(),
}
const KNOWN: Known = {
  origin: 'https://shop.example',
  endpoint: 'https://shop.example/ringup',
  lists: ['newsletter'],
  tag: { settings: {}, canKeep: true },
  takesOpaqueOrigin: false,
  webhooks: [],
}
const readFile = async (name: string) => (name === 'custom-pixel.js' ? PIXEL : name)
const show = async (system: string, more: Partial<Known> = {}) => {
  const box = document.createElement('div')
  box.append(...(await toPaste(system, BUILT, { ...KNOWN, ...more }, readFile)))
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
  test.each(RECIPES.map(({ name }) => name))('%s has the same line, and its own place', async (name) => {
    const recipe = RECIPES.find((each) => each.name === name)
    const { textContent: text } = await show(name)
    expect(text).toContain(toTag(KNOWN))
    expect(text).toContain(recipe?.paste.replaceAll('`', ''))
    expect(text?.includes('not tried in a running shop')).toBe(recipe?.tried === undefined)
  })

  test('with webhooks has them first, with the reason, until the proxy has their secret', async () => {
    expect((await show('woocommerce')).textContent).toMatch(/^First, webhooks: .*Line for every page/s)
    const { textContent: done } = await show('woocommerce', { webhooks: ['woocommerce'] })
    expect(done).toMatch(/^The proxy has the secret of your webhooks\./)
    expect(done).not.toContain('RINGUP_WOOCOMMERCE_SECRET')
  })

  test('of Shopify has a subdomain in its pixel, and no line for every page', async () => {
    const { textContent: text } = await show('shopify')
    expect(text).toContain("endpoint: 'https://events.shop.example/ringup'")
    expect(text).toContain("{% render 'ringup', endpoint: 'https://events.shop.example/ringup', list: 'newsletter' %}")
    expect(text).not.toContain('Line for every page')
    expect((await show('shopify', { takesOpaqueOrigin: true })).textContent).not.toContain('RINGUP_ALLOW_OPAQUE_ORIGIN')
  })

  test('of Tag Manager has its template, and a tag for each list', async () => {
    expect((await show('tag-manager')).textContent).toMatch(/template\.tpl.*newsletter/s)
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

/** Promise: Shopify's own checker accepts the theme snippet, and no value of a shop can break out of it. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newFolder } from '../support/proxy.js'
import { type Json, renderSnippet, SNIPPET_FILE, type ThemeObjects } from '../support/theme.js'

describe('theme-check, every rule', () => {
  const { path: theme, remove } = newFolder()
  beforeAll(() => {
    for (const folder of ['layout', 'locales', 'snippets']) mkdirSync(join(theme, folder))
    writeFileSync(join(theme, 'locales/en.default.json'), '{}')
  })
  afterAll(remove)

  /** @returns the names of the rules that the theme breaks */
  async function checkTheme(render: string, more = '') {
    const layout = `<!doctype html><html><head>{{ content_for_header }}${render}</head><body>{{ content_for_layout }}</body></html>`
    writeFileSync(join(theme, 'layout/theme.liquid'), layout)
    const snippet = join(theme, 'snippets/ringup.liquid')
    cpSync(SNIPPET_FILE, snippet)
    writeFileSync(snippet, more, { flag: 'a' })
    // The checker would download newer documentation of Liquid. The package's own is used instead.
    for (const name of ['SHOPIFY_TLD_ROOT', 'XDG_CACHE_HOME']) vi.stubEnv(name, theme)
    const { check } = await import('@shopify/theme-check-node')
    const rules = createRequire(import.meta.url).resolve('@shopify/theme-check-node/configs/all.yml')
    const found = await check(theme, rules)
    vi.unstubAllEnvs()
    return found.map((each) => each.check)
  }

  test('accepts the snippet', async () => {
    expect(
      await checkTheme(`{% render 'ringup', endpoint: 'https://events.shop.example/ringup', list: 'news' %}`),
    ).toEqual([])
  })

  test('would find an unknown filter, and a script that blocks', async () => {
    const found = await checkTheme(
      `{% render 'ringup', endpoint: 'x' %}`,
      `{{ 'a' | nofilter }}<script src="/a.js"></script>`,
    )
    expect(found).toEqual(expect.arrayContaining(['UnknownFilter', 'ParserBlockingScript']))
  })

  test('knows the parameters: a missing one and an unknown one', async () => {
    const found = await checkTheme(`{% render 'ringup', lists: 'news' %}`)
    expect(found).toEqual(
      expect.arrayContaining(['MissingRenderSnippetArguments', 'UnrecognizedRenderSnippetArguments']),
    )
  })
})

const EVIL = `</script><script>alert(1)</script><!--<script>"'&quot;\\u003c\u2028{{ cart }}`

const evilShop: ThemeObjects = {
  customer: { email: `${EVIL}@example.com` },
  cart: {
    total_price: 4197,
    item_count: 1,
    currency: { iso_code: EVIL },
    discount_applications: [{ type: 'discount_code', title: EVIL }],
    items: [
      {
        sku: EVIL,
        variant_id: 41,
        variant: { title: EVIL },
        product: { title: EVIL, type: EVIL, has_only_default_variant: false },
        vendor: EVIL,
        original_price: 1299,
        quantity: 1,
        url: `/products/${EVIL}`,
        image: EVIL,
      },
    ],
  },
}

describe('a value of the shop stays text, with a `json` that escapes and without', () => {
  test.each<Json>(['escaping', 'plain'])('%s', (json) => {
    const html = renderSnippet({ endpoint: `https://x.example/${EVIL}`, list: EVIL, consent: EVIL }, evilShop, json)
    expect(html.match(/<[/!]?[a-z-]+/g)).toEqual(['<script', '</script', '<script', '</script'])
    const [, attribute = ''] = html.match(/data-shop="([^"]*)"/) ?? []
    const signs: Record<string, string> = { lt: '<', gt: '>', amp: '&', '#34': '"', '#39': "'" }
    const [entry] = JSON.parse(attribute.replace(/&(#?\w+);/g, (_all: string, name: string) => signs[name] ?? name))
    expect(entry.user_data.email).toBe(`${EVIL}@example.com`)
    expect(entry.ecommerce).toMatchObject({ currency: EVIL, coupon: EVIL, value: 41.97 })
    expect(entry.ecommerce.items).toMatchObject([{ item_id: EVIL, item_name: EVIL, item_variant: EVIL, price: 12.99 }])
  })
})

test('the theme editor does not render it', () => {
  const request = { origin: 'https://shop.example', design_mode: true }
  expect(renderSnippet({ endpoint: 'https://x.example' }, { request }).trim()).toBe('')
})

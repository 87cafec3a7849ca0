/** Promise: the app's folder is one that Shopify's own checker passes, and its block renders what a pasted snippet does. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layOutShopifyApp } from '../../src/shopify/app.mjs'
import { newFolder } from '../support/proxy.js'
import { renderBlock, renderSnippet } from '../support/theme.js'
import { checkTheme } from '../support/theme-check.js'

const ENDPOINT = 'https://events.shop.example/ringup'

const { path: app, remove } = newFolder()
beforeAll(() => layOutShopifyApp(app))
afterAll(remove)

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()

const THEME = [
  'extensions/ringup-theme/blocks/ringup.liquid',
  'extensions/ringup-theme/locales/en.default.json',
  'extensions/ringup-theme/shopify.extension.toml',
  'extensions/ringup-theme/snippets/ringup.liquid',
]

test('the folder is laid out as Shopify’s command line has it; the build adds the pixel', () => {
  const files = ['extensions/ringup-pixel/shopify.extension.toml', ...THEME, 'package.json', 'shopify.app.toml']
  expect(listFiles(app)).toEqual(files)
  expect(listFiles('dist/shopify/app')).toEqual([...files, 'extensions/ringup-pixel/src/index.js'].sort())
})

describe('theme-check, for app extensions', () => {
  const inTheme = (name: string) => join(app, 'extensions/ringup-theme', name)
  const check = () => checkTheme(inTheme(''), 'theme-app-extension')

  test('finds nothing', async () => {
    expect(await check()).toEqual([])
  })

  test('would find a block without a schema, a tag that no block may have, and a snippet that is not there', async () => {
    writeFileSync(inTheme('blocks/other.liquid'), "{% section 'header' %}{% render 'nothing' %}{{ 'a' | nofilter }}")
    const found = await check()
    rmSync(inTheme('blocks/other.liquid'))
    expect(found).toEqual(
      expect.arrayContaining(['AppBlockMissingSchema', 'AppBlockValidTags', 'MissingTemplate', 'UnknownFilter']),
    )
  })
})

describe('the block', () => {
  test('renders the snippet with what the merchant has filled in', () => {
    const rendered = renderBlock({ endpoint: ` ${ENDPOINT}/ `, list: 'newsletter', consent: true })
    expect(rendered.trim()).toBe(renderSnippet({ endpoint: ENDPOINT, list: 'newsletter', consent: 'required' }).trim())
  })

  test('asks nobody for consent where the merchant says so', () => {
    const rendered = renderBlock({ endpoint: ENDPOINT, list: '', consent: false })
    expect(rendered.trim()).toBe(renderSnippet({ endpoint: ENDPOINT }).trim())
  })

  test.each([[{}], [{ endpoint: ' ' }]])('renders nothing without an endpoint: %j', (settings) => {
    expect(renderBlock({ ...settings, consent: true }).trim()).toBe('')
  })

  test('is switched on in the theme editor, for all pages, and waits for consent unless it is told otherwise', () => {
    const liquid = readFileSync(join(app, THEME[0] ?? ''), 'utf8')
    const [, schema = ''] = /{% schema %}(.*){% endschema %}/s.exec(liquid) ?? []
    const { target, settings } = JSON.parse(schema)
    expect(target).toBe('head')
    expect(settings.map(({ id, default: set }: { id: string; default?: unknown }) => [id, set])).toEqual([
      ['endpoint', undefined],
      ['list', undefined],
      ['consent', true],
    ])
  })
})

test('the pixel reads the settings that its extension has', () => {
  const toml = readFileSync(join(app, 'extensions/ringup-pixel/shopify.extension.toml'), 'utf8')
  const fields = [...toml.matchAll(/^\[settings\.fields\.(\w+)]$/gm)].map(([, name]) => name)
  const code = readFileSync('src/shopify/app-pixel.ts', 'utf8')
  const [, read = ''] = /const {(.+)} = api\.settings/.exec(code) ?? []
  expect([...read.matchAll(/(\w+) =/g)].map(([, name]) => name)).toEqual(fields)
})

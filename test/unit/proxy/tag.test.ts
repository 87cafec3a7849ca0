/**
 * Promise: RINGUP_TAG is checked at the start, all its errors are named together, and the served script has it in
 * front.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { readTag, toServedCode } from '../../../src/proxy/tag.js'
import { RECIPES } from '../../../src/recipes/index.js'
import { newFolder } from '../../support/proxy.js'

const COOKIE_FIRST = {
  read: 'CookieFirst.consent.advertising',
  answered: 'CookieFirst.consent',
  on: ['cf_init', 'cf_consent'],
}
const WOOCOMMERCE = RECIPES.find(({ name }) => name === 'woocommerce')

describe('its value is', () => {
  test.each<[what: string, value: string, settings: object]>([
    ['JSON', '{"convertOn":"purchase","debug":"ask"}', { convertOn: 'purchase', debug: 'ask' }],
    ['nothing', '{}', {}],
    ['selectors', '{"selectors":{"items":{"each":"tr"},"a":"b"}}', { selectors: { items: { each: 'tr' }, a: 'b' } }],
    ['the name of a consent recipe', '{"consent":"cookiefirst"}', { consent: COOKIE_FIRST }],
    ['a recipe of a consent platform', '{"consent":{"read":"x","on":["y"]}}', { consent: { read: 'x', on: ['y'] } }],
  ])('%s', (_what, value, settings) => {
    expect(readTag(value)).toEqual({ settings, problems: [] })
  })

  test('the name of a recipe', () => {
    expect(readTag('woocommerce')).toEqual({ settings: Object(WOOCOMMERCE).settings, problems: [] })
  })

  test('a recipe and other settings, which win', () => {
    const { settings, problems } = readTag('{"recipe":"woocommerce","convertOn":"purchase","consent":"required"}')
    expect(problems).toEqual([])
    expect(settings).toMatchObject({ adapter: 'dom', convertOn: 'purchase', consent: 'required' })
    expect(settings).not.toHaveProperty('recipe')
  })

  test('the path of a file', () => {
    const folder = newFolder()
    const file = join(folder.path, 'tag.json')
    writeFileSync(file, '{"convertOn":"load"}')
    const read = readTag(file)
    folder.remove()
    expect(read).toEqual({ settings: { convertOn: 'load' }, problems: [], file })
  })
})

test('everything that is wrong is named together', () => {
  expect(readTag('{"convertOm":"purchase","decimal":"x","debug":"panel"}').problems).toEqual([
    expect.stringContaining('convertOm is not a setting. Did you mean convertOn?'),
    expect.stringContaining('decimal'),
  ])
})

describe('the served script', () => {
  const run = (code: string) => {
    const self: Record<string, unknown> = {}
    runInNewContext(code, { self })
    return JSON.parse(JSON.stringify(self)) // of this realm
  }

  test('finds the unchanged settings before its own code runs', () => {
    const settings = { email: '</script><!--\u2028\u2029"\'\\', selectors: { items: { each: '`$x' } } }
    const code = toServedCode('self.seen = self["ringup:served"]', settings)
    expect(run(code).seen).toEqual(settings)
    expect(code).not.toMatch(/[<\u2028\u2029]/)
  })

  test('begins with its first line', () => {
    const code = toServedCode('//# allFunctionsCalledOnLoad\nself.ran = 1', { convertOn: 'load' })
    expect(code).toMatch(/^\/\/# allFunctionsCalledOnLoad\nself\["ringup:served"\]=/)
    expect(run(code)).toEqual({ 'ringup:served': { convertOn: 'load' }, ran: 1 })
  })

  test('without the setting, is as the build made it', () => {
    expect(toServedCode('//# x\ny()', undefined)).toBe('//# x\ny()')
  })
})

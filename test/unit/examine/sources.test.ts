// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://shop.example/thanks" }
/** Promise: the settings in force, where each came from, and what has no effect. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readSources } from '../../../src/examine/sources.js'

const FOLDER = 'https://shop.example/ringup/'

beforeEach(() => document.head.replaceChildren())

/** Tags as they are when they have run. */
function openPage(...tags: Record<string, string>[]) {
  for (const attributes of tags) {
    const tag = document.createElement('script')
    tag.type = 'text/plain' // so that nothing is loaded here
    for (const [name, value] of Object.entries({ src: `${FOLDER}ringup.js`, ...attributes }))
      tag.setAttribute(name, value)
    document.head.append(tag)
  }
  return readSources(FOLDER)
}

describe('settings', () => {
  test('are those of the tag, with the script’s folder as the endpoint', () => {
    const sources = openPage({ 'data-convert-on': 'purchase' })
    expect(sources.tag).toEqual({ convertOn: 'purchase' })
    expect(sources.values).toMatchObject({ endpoint: FOLDER, convertOn: 'purchase' })
  })

  test('come, each on its own, from the tag and from the proxy', () => {
    Object.assign(window, { 'ringup:served': { convertOn: 'load', email: '#mail' } })
    const sources = openPage({ 'data-convert-on': 'purchase' })
    expect([sources.tag, sources.proxy]).toEqual([{ convertOn: 'purchase' }, { convertOn: 'load', email: '#mail' }])
    expect(sources.values).toMatchObject({ convertOn: 'purchase', email: '#mail' })
    expect(sources.overridden).toEqual(['data-convert-on'])
    Reflect.deleteProperty(window, 'ringup:served')
  })

  test('that the tag repeats are not overridden', () => {
    Object.assign(window, { 'ringup:served': { selectors: { promo: '#p' }, debug: 'ask' } })
    const sources = openPage({ 'data-selectors': '{"promo":"#p"}', 'data-debug': 'panel' })
    expect([sources.values.selectors, sources.overridden]).toEqual([{ promo: '#p' }, []])
    Reflect.deleteProperty(window, 'ringup:served')
  })

  test('of a signature show nothing of it', () => {
    expect(openPage({ 'data-signature': '1800000000.4Dtv-eLEjqdjVIesvV2x221' }).tag.signature).toBe('not shown')
  })

  test('of two tags add up', () => {
    const sources = openPage({ 'data-convert-on': 'load' }, { 'data-debug': 'panel' })
    expect(sources).toMatchObject({ tags: 2, values: { convertOn: 'load', debug: 'panel' } })
  })

  test.each([
    ['ringup.js', 1, 'the short name'],
    ['ringup.js?v=2', 1, 'with a query'],
    ['ringup-0.1.0-105858ea06cdc377.js', 1, 'the name that never changes'],
    ['ringup-debug.js', 0, 'the panel itself'],
    ['my-ringup.js', 0, 'another script'],
  ])('the tag is found by its file: %s, %i (%s)', (file, tags) => {
    expect(openPage({ src: `https://shop.example/ringup/${file}` }).tags).toBe(tags)
  })

  test('a script of another origin gives no endpoint', () => {
    const sources = openPage({ src: 'https://cdn.example/ringup/ringup.js' })
    expect(sources.values.endpoint).toBe('')
  })

  test('without a tag the folder is that of the panel', () => {
    expect(openPage()).toMatchObject({ tags: 0, values: { endpoint: FOLDER } })
  })
})

test.each([
  ['data-convertOn', 'load', ['data-converton is not a setting. Did you mean data-convert-on?']],
  ['data-datalayer', 'dl', ['data-datalayer is not a setting. Did you mean data-data-layer?']],
  [
    'data-consent',
    'requird',
    [expect.stringMatching(/^data-consent must be required or not-required,.*mean required/)],
  ],
  ['data-adapter', 'layer', ['data-adapter must be auto or data-layer or json-ld or dom.']],
  ['data-colour', 'red', []],
  ['data-endpoint', '/x', []],
])('of %s="%s" it is said: %j', (name, value, sentences) => {
  expect(openPage({ [name]: value }).misspelt).toEqual(sentences)
})

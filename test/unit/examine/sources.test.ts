// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://shop.example/thanks" }
/** Promise: the settings in force, where each came from, and what has no effect. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readSources, type Sources } from '../../../src/examine/sources.js'

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

const find = ({ settings }: ReturnType<typeof readSources>, name: string) => settings.find((each) => each.name === name)

describe('settings', () => {
  test('are those of the tag, with the script’s folder as the endpoint', () => {
    const sources = openPage({ 'data-convert-on': 'purchase' })
    expect(sources.settings).toEqual([{ name: 'data-convert-on', value: 'purchase', from: 'tag' }])
    expect(sources.values).toEqual({ endpoint: FOLDER, convertOn: 'purchase' })
  })

  test('come, each on its own, from tag, window.ringup, RINGUP_TAG', () => {
    Object.assign(window, { 'ringup:served': { dataLayer: 'last', email: '#mail' } })
    Object.assign(window, { ringup: { dataLayer: 'theirs', convertOn: 'load', consent() {}, version: '1' } })
    const sources = openPage({ 'data-convert-on': 'purchase' })
    expect(sources.settings).toEqual([
      { name: 'data-data-layer', value: 'theirs', from: 'window.ringup' },
      { name: 'data-convert-on', value: 'purchase', from: 'tag' },
      { name: 'data-email', value: '#mail', from: 'proxy' },
    ])
    expect(sources.values).toMatchObject({ dataLayer: 'theirs', convertOn: 'purchase' })
    expect(sources.overridden).toEqual(['data-data-layer'])
    Reflect.deleteProperty(window, 'ringup')
    Reflect.deleteProperty(window, 'ringup:served')
  })

  test('of the tag count only with a value they may have', () => {
    const sources = openPage({ 'data-value': 'no', 'data-selectors': '{"promo":"#p"}' })
    expect(find(sources, 'data-value')).toBeUndefined()
    expect(sources.values).toEqual({ endpoint: FOLDER, selectors: { promo: '#p' } })
  })

  test('but a misspelt word of consent does not grant it', () => {
    const sources = openPage({ 'data-consent': 'requird' })
    expect(find(sources, 'data-consent')).toEqual({ name: 'data-consent', value: 'required', from: 'tag' })
    expect(sources.badSettings).toMatchObject([
      { name: 'data-consent', allowed: expect.stringMatching(/^required or not-required,/) },
    ])
  })

  test('of a signature show nothing of it', () => {
    expect(find(openPage({ 'data-signature': '1800000000.4Dtv-eLEjqdjVIesvV2x221' }), 'data-signature')?.value).toBe(
      'not shown',
    )
  })

  test('of two tags the one that asks for the panel counts', () => {
    const sources = openPage({ 'data-convert-on': 'load' }, { 'data-debug': 'panel' })
    expect(sources).toMatchObject({ tags: 2, values: { debug: 'panel' } })
    expect(sources.values.convertOn).toBeUndefined()
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
    expect(sources.values.endpoint).toBeUndefined()
  })

  test('without a tag the folder is that of the panel', () => {
    expect(openPage()).toMatchObject({ tags: 0, values: { endpoint: FOLDER } })
  })
})

describe('what has no effect is named', () => {
  test.each<[name: string, value: string, bad: Partial<Sources['badSettings'][number]>, why: string]>([
    [
      'data-convertOn',
      'load',
      { name: 'data-converton', meant: 'data-convert-on' },
      'letters in upper case do not count',
    ],
    ['data-datalayer', 'dl', { name: 'data-datalayer', meant: 'data-data-layer' }, 'a dash too few'],
    ['data-colour', 'red', { name: 'data-colour', meant: undefined }, 'no setting'],
    [
      'data-adapter',
      'datalayer',
      { name: 'data-adapter', allowed: 'auto or data-layer or json-ld or dom' },
      'another value',
    ],
  ])('%s="%s" is %o (%s)', (name, value, bad) => {
    expect(openPage({ [name]: value }).badSettings).toMatchObject([bad])
  })

  test('and nothing else', () => {
    expect(openPage({ 'data-adapter': 'dom', 'data-debug': 'ask', 'data-endpoint': '/x' }).badSettings).toEqual([])
  })
})

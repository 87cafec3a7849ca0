/** The smallest build is served that has what the settings ask for; the name without a variant stays the whole script. */
import { expect, test } from 'vitest'
import { chooseVariant, toParts, VARIANTS } from '../../../src/contract/variants.js'

test.each<[object, boolean, string, string]>([
  [{ convertOn: 'purchase' }, false, 'ringup-data-layer.js', 'a data layer and no list'],
  [{ convertOn: 'purchase', email: 'shopper.mail' }, false, 'ringup-data-layer.js', 'an e-mail at a path'],
  [{ convertOn: 'purchase' }, true, 'ringup-data-layer-forms.js', 'a data layer and a list'],
  [{ convertOn: 'purchase', selectors: {} }, false, 'ringup-dom.js', 'selectors'],
  [{ convertOn: 'load' }, false, 'ringup-dom.js', 'what the page shows'],
  [{ email: '#mail' }, false, 'ringup-dom.js', 'an e-mail in an element'],
  [{ adapter: 'json-ld' }, false, 'ringup-dom.js', 'JSON-LD alone'],
  [{ selectors: {} }, true, 'ringup.js', 'selectors and forms'],
  [{ consent: { read: 'cmp' } }, false, 'ringup.js', 'a consent platform'],
  [{ consent: 'required' }, false, 'ringup-data-layer.js', 'consent that the page tells'],
])('by the settings of RINGUP_TAG: %j, lists: %j: %s (%s)', (settings, hasLists, file) => {
  expect(chooseVariant(toParts({ ...settings }, hasLists))).toBe(file)
})

test('the last of all has everything', () => {
  expect(VARIANTS.at(-1)).toEqual({ file: 'ringup.js', parts: { dom: true, forms: true, platforms: true } })
})

// @vitest-environment happy-dom
/** Promise: what stands in a page and looks like an order, but is none that is read, is named. */
import { expect, test } from 'vitest'
import { readNotes } from '../../../../src/setup/sample/notes.js'
import { toDocument } from '../../../../src/setup/sample/to-document.js'

const ld = (text: string) => `<script type="application/ld+json">${text}</script>`
const magento = (text: string) => `<script type="text/x-magento-init">${text}</script>`
const read = (html: string) => readNotes(toDocument(html, 'https://shop.example'))

test.each([
  [ld('{"@type":"Order"}'), 'an Order'],
  [ld('{"@graph":[{"@type":"Organization"},{"@type":"Order"}]}'), 'an Order among others'],
  [ld('{"@type":"Product"}') + ld('{"@type":["Thing","http://schema.org/Order"]}'), 'an Order beside another'],
  ['<p>Thank you</p>', 'no JSON-LD at all'],
])('%s: nothing to say (%s)', (html) => {
  expect(read(html)).toEqual([])
})

test.each([
  [ld('{"@type":"Product"}'), 'The page has 1 block of JSON-LD, no Order (but Product).'],
  [ld('[{"@type":"Organization"},{"@type":"WebSite"}]'), '(but Organization, WebSite).'],
  [ld('{"@type":'), '1 of them not valid JSON.'],
  [magento('{"*":{"Magento_Ui/js/core/app":{}}}'), 'it has a script of the type text/x-magento-init. From such'],
  [
    magento('{"*":{}}') + magento('{"*":{"Magento_GoogleGtag/js/google-analytics":{"ordersTrackingData":{}}}}'),
    'it has 2 scripts of the type text/x-magento-init. One of them names an order',
  ],
])('%s: %s', (html, words) => {
  expect(read(html)).toEqual([expect.stringContaining(words)])
})

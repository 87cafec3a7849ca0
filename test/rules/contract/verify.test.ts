/** Promise: the page to verify is opened as it is, with the panel and the token in its address. */
import { expect, test } from 'vitest'
import { toVerifyAddress } from '../../../src/contract/verify.js'

test.each([
  ['https://shop.example/thank-you', 'https://shop.example/thank-you?ringup-debug&ringup-verify=T'],
  ['https://shop.example/?order=1#top', 'https://shop.example/?order=1&ringup-debug&ringup-verify=T#top'],
])('%s is opened as %s', (address, opened) => {
  expect(toVerifyAddress(address, 'T')).toBe(opened)
})

// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://shop.example/thanks" }
/** Promise: the examiner names the address that the script uses, and sends its test orders there. */
import { afterEach, expect, test, vi } from 'vitest'
import { readFacts } from '../../../src/examine/facts.js'
import { quiet } from './quiet-page.js'

// Test files share one document.
afterEach(() => document.head.replaceChildren())

test.each([
  ['data-endpoint="/ringup"', 'https://shop.example/ringup'],
  ['data-endpoint="https://events.example/r"', 'https://events.example/r'],
  ['data-debug="ask"', 'https://shop.example/ringup/'],
])('a tag with %s has the endpoint %s, whatever <base> says', (attribute, endpoint) => {
  document.head.innerHTML = `<base href="https://evil.example/">
    <script type="text/plain" src="/ringup/ringup.js" ${attribute}></script>`
  const tag = document.querySelector('script')
  // The property of a browser's element follows <base>.
  vi.spyOn(Object.getPrototypeOf(tag), 'src', 'get').mockReturnValue('https://evil.example/ringup/ringup.js')
  expect(readFacts('https://evil.example/ringup/', quiet.heard).endpoint).toBe(endpoint)
})

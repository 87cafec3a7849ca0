// @vitest-environment happy-dom
/** Promise: the report says why the script does not run, by the first row that holds. */
import { expect, test } from 'vitest'
import type { ScriptLoad } from '../../../src/contract/verify.js'
import { toScriptSentence } from '../../../src/examine/script-load.js'

const URL = 'https://shop.example/ringup/ringup.js'
const say = (scripts: ScriptLoad[] | undefined, violations: { url: string; directive: string }[] = []) =>
  toScriptSentence({
    ...{ outcomes: [], requests: [], form: undefined, unknownLists: [], status: undefined },
    ...{ scripts, violations: violations.map((each) => ({ ...each, at: 0 })) },
  }).join(' ')

test.each<[loads: Partial<ScriptLoad>[] | undefined, sentence: RegExp, why: string]>([
  [undefined, /^The script does not run on this page: it was not loaded/, 'the panel does not hear requests'],
  [[], /^The page has no tag of the script/, 'the browser was not asked for it'],
  [[{ failed: 'csp' }], /blocks the script \(script-src\)\. Add https:\/\/shop\.example to script-src/, 'a policy'],
  [[{ failed: 'mixed-content' }], /^The page is https and the script is not/, 'http under https'],
  [[{ failed: 'net::ERR_ABORTED', status: 404 }], /answers 404\. Let the web server pass/, 'a status says more'],
  [[{ url: URL.replace('.js', '-0.1.0-0123.js'), status: 404 }], /does not serve this version/, 'an old version'],
  [[{ status: 200, type: 'text/html' }], /its content type is text\/html/, 'another page'],
  [[{ failed: 'net::ERR_FAILED' }], /cannot load the script .* \(net::ERR_FAILED\)/, 'the network'],
  [[{ status: 200, type: 'text/javascript' }], /^The script does not run on this page/, 'it has loaded'],
])('%j: %s (%s)', (loads, sentence) => {
  expect(say(loads?.map((load) => ({ url: URL, ...load })))).toMatch(sentence)
})

test('the directive is that of the page’s own report', () => {
  const report = { url: 'https://shop.example', directive: 'script-src-elem' }
  expect(say([{ url: URL, failed: 'csp' }], [report])).toContain('(script-src-elem)')
})

/** Promise: the page is one file, and its policy lets its own style and scripts through and nothing else. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toSetupPage } from '../../../src/setup/html.js'

const PARTS = { script: 'void 1', style: 'b{}' }

test('every script and style has its hash in the policy, and every hash has one', () => {
  const page = toSetupPage(PARTS)
  const inline = [...page.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(([, , text = '']) => text)
  const hashes = inline.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
  expect((policy.match(/sha256-[^']*/g) ?? []).sort()).toEqual(hashes.sort())
  expect(policy).toMatch(/^default-src 'none';/)
  expect(policy).not.toMatch(/unsafe|https?:/)
  expect(policy).toContain(`connect-src 'self';`)
})

test.each([{ script: '"</script>"' }, { script: '"<!--"' }, { style: '</style>' }])('%j is refused', (part) => {
  expect(() => toSetupPage({ ...PARTS, ...part })).toThrow('must not hold the end')
})

/** Promise: `ringup check --page` without a browser says so, and how to look with the panel. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../support/proxy-process.js'

describe('check --page', () => {
  const check = async (page: string, more: Record<string, string> = {}) => {
    const usual = { RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_DATABASE: join('test-results', 'no.db') }
    const running = run({ ...usual, ...more }, ['check', '--page', page])
    return { code: await running.ended, said: running.said() }
  }

  test('without a browser it says so after all else, and how to look with the panel', async () => {
    const { code, said } = await check('https://shop.example/', { CHROMIUM_PATH: '/nowhere/chromium' })
    expect(code).toBe(1)
    expect(said).toMatch(/^ok +The settings are in order/)
    expect(said).toMatch(
      /^problem +The page was not opened\. CHROMIUM_PATH names \/nowhere\/chromium, which does not exist\. Or look with the panel: .*\?ringup-debug/m,
    )
  })

  test('an address without a scheme is a problem', async () => {
    expect((await check('shop.example')).said).toMatch(
      /^problem +shop\.example is not the address of a page: write it with https:\/\/\.$/m,
    )
  })
})

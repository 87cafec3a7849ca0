// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://127.0.0.1:8788/setup" }
/** Promise: the set-up page’s address may choose a platform. It proposes, saves and sets nothing. */
import { afterEach, expect, test, vi } from 'vitest'

const KNOWN = {
  origin: 'https://shop.example',
  endpoint: 'https://shop.example/ringup',
  tag: { settings: {}, canKeep: true },
  webhooks: [],
}
const SETTINGS = '{"convertOn":"load","selectors":{"order_number":".no"},"endpoint":"https://evil.example/"}'
const toScript = (id: string, value: object) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`

// Test files share one page.
afterEach(() => {
  location.hash = ''
})

test.each(['settings', 'proposal', 'pasted', 'tag'])('nothing of #%s={…} is proposed or saved', async (name) => {
  const fetch = vi.fn(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetch)
  document.body.innerHTML = `<main id="main"></main>${toScript('built', { platforms: [] })}${toScript('known', KNOWN)}`
  location.hash = `#platform=other&${name}=${encodeURIComponent(SETTINGS)}`
  vi.resetModules()
  await import('../../../src/setup/index.js')
  const proposal = document.getElementById('proposal')
  expect(proposal?.textContent).toContain('No settings are proposed')
  proposal?.querySelector('button')?.click()
  await expect.poll(() => document.getElementById('results')?.textContent).toContain('Open your shop in step 2')
  expect(fetch).not.toHaveBeenCalled()
})

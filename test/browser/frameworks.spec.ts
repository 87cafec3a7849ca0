/** Promise: the guide's examples for bundlers and frameworks report an order as they stand. */
import { resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { compileScript, parse } from 'vue/compiler-sfc'
import { readBlock } from '../support/readme.js'
import { expect, readConverted, test } from '../support/storefront.js'

const html =
  '<!doctype html><html lang="en"><title>Shop</title><div id="app"></div><script type="module" src="/app.js"></script>'

/** The source with what it imports in one text, the package in its built form. */
async function bundle(contents: string, loader: 'ts' | 'tsx'): Promise<string> {
  const ringup: Plugin = {
    name: 'ringup',
    setup: ({ onResolve }) =>
      void onResolve({ filter: /^@ringup-proxy\/snippet$/ }, () => ({ path: resolve('dist/index.js') })),
  }
  const { outputFiles } = await build({
    stdin: { contents, loader, resolveDir: resolve('.') },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    plugins: [ringup],
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** The props that the shop's own code would give: its customer's order. */
const toProps = (email: string) => JSON.stringify({ email, number: 'A-1', cents: 1999 })

const toReact = (email: string) => `${readBlock('React')}
  import { StrictMode } from 'react'
  import { createRoot } from 'react-dom/client'
  createRoot(document.getElementById('app')!).render(<StrictMode><ThankYou {...${toProps(email)}} /></StrictMode>)`

function toVue(email: string): string {
  const { descriptor } = parse(readBlock('Vue'))
  const { content } = compileScript(descriptor, { id: 'thank-you', inlineTemplate: true, genDefaultAs: 'ThankYou' })
  return `${content}\nimport { createApp } from 'vue'\ncreateApp(ThankYou, ${toProps(email)}).mount('#app')`
}

for (const [name, toSource, loader] of [
  ['React, twice in development', toReact, 'tsx'],
  ['Vue', toVue, 'ts'],
] as const) {
  test(`${name}: one order`, async ({ storefront, api, page }) => {
    const { email } = await storefront.newOrder()
    storefront.serve('/shop', html)
    const script = await bundle(toSource(email), loader)
    await page.route('**/app.js', (route) => route.fulfill({ body: script, contentType: 'text/javascript' }))
    await page.goto('/shop')
    await expect(page.getByRole('heading')).toHaveText('Thank you')
    await expect
      .poll(() => readConverted(api))
      .toEqual([expect.objectContaining({ email, order_number: 'A-1', cart_value: 1999 })])
  })
}

test('a module with consent: it is told, the order goes, and nothing waits', async ({ storefront, api, page }) => {
  const { email } = await storefront.newOrder()
  storefront.serve('/shop', html)
  const script = await bundle(readBlock('module').replace('you@example.com', email), 'ts')
  await page.route('**/app.js', (route) => route.fulfill({ body: script, contentType: 'text/javascript' }))
  const said = page.waitForEvent('console')
  await page.goto('/shop')
  expect((await said).text()).toBe('0')
  await expect.poll(async () => (await readConverted(api)).map((order) => order.email)).toEqual([email])
})

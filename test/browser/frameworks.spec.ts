/** Promise: the guide's example for React and bundlers reports an order once. Preact stands in for React. */
import { resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { readBlock } from '../support/readme.js'
import { expect, readConverted, test } from '../support/storefront.js'

const html =
  '<!doctype html><html lang="en"><title>Shop</title><div id="app"></div><script type="module" src="/app.js"></script>'

/** React's strict mode runs each effect twice in development. Preact runs it once, so this module repeats it. */
const STRICT = `
  export * from 'preact/compat'
  import { useEffect as useOnce } from 'preact/compat'
  export const useEffect = (effect, inputs) => useOnce(() => { effect()?.(); return effect() }, inputs)`

const aliases: Plugin = {
  name: 'aliases',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^ringup$/ }, () => ({ path: resolve('dist/index.js') }))
    onResolve({ filter: /^react$/ }, () => ({ path: 'react', namespace: 'strict' }))
    onLoad({ filter: /.*/, namespace: 'strict' }, () => ({ contents: STRICT, resolveDir: resolve('.') }))
  },
}

/** Bundles the example with the order of a shop's own code. */
async function bundle(email: string): Promise<string> {
  const contents = `${readBlock('React')}
  import { render } from 'preact'
  render(<ThankYou {...${JSON.stringify({ email, number: 'A-1', cents: 1999 })}} />, document.getElementById('app')!)`
  const { outputFiles } = await build({
    stdin: { contents, loader: 'tsx', resolveDir: resolve('.') },
    ...({ bundle: true, write: false, format: 'esm', jsx: 'automatic', jsxImportSource: 'preact' } as const),
    plugins: [aliases],
  })
  return outputFiles[0]?.text ?? ''
}

test('React, with each effect twice: one order', async ({ storefront, api, page }) => {
  const { email } = await storefront.newOrder()
  storefront.serve('/shop', html)
  const script = await bundle(email)
  await page.route('**/app.js', (route) => route.fulfill({ body: script, contentType: 'text/javascript' }))
  await page.goto('/shop')
  await expect(page.getByRole('heading')).toHaveText('Thank you')
  await expect
    .poll(() => readConverted(api))
    .toEqual([expect.objectContaining({ email, order_number: 'A-1', cart_value: 1999 })])
})

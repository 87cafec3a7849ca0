/** Promise: after two updates of the proxy, tags of the earlier versions still run, and their orders arrive. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@playwright/test'
import { readSnippetFiles } from '../../src/proxy/snippet-files.js'
import { newFolder } from '../support/proxy.js'
import { expect, startShop } from '../support/setup.js'
import { readConverted } from '../support/storefront.js'

const VERSIONS = ['first', 'second', 'third']

test('a tag with a hash, of each of three versions in turn', async ({ page }) => {
  const folder = newFolder()
  const shop = await startShop()
  const built = await readFile('dist/ringup-whole.js', 'utf8')
  for (const version of VERSIONS) {
    const path = join(folder.path, 'ringup.js')
    await writeFile(path, '/* a tag with a hash loads both parts in one file */')
    await writeFile(join(folder.path, 'ringup-whole.js'), `${built}\n// ${version}`)
    await shop.startProxy('', path)
    const { file, integrity } = await readSnippetFiles(pathToFileURL(path))
    const tag = `<script async src="/ringup/${file}" integrity="${integrity}" data-convert-on="purchase"></script>`
    const order = {
      event: 'purchase',
      user_data: { email: `${version}@example.com` },
      ecommerce: { transaction_id: version },
    }
    shop.serve(
      `/${version}`,
      `<!doctype html><html lang="en"><title>Shop</title><script>dataLayer = [${JSON.stringify(order)}]</script>${tag}`,
      '',
    )
  }
  for (const version of VERSIONS) {
    await shop.beginSession(`${version}@example.com`)
    await page.goto(`${shop.url}/${version}`)
  }
  const readNumbers = async () => (await readConverted(shop.api)).map(({ order_number: number }) => number)
  await expect.poll(readNumbers).toEqual(VERSIONS)
  await shop.stop()
  folder.remove()
})

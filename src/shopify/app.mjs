/** Lays out the folder that `shopify app deploy` takes, but for its pixel, which the build makes. */
import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const toPath = (name) => fileURLToPath(new URL(name, import.meta.url))

/** The theme's block renders the same snippet that a merchant may paste instead. */
export function layOutShopifyApp(folder) {
  const snippets = join(folder, 'extensions/ringup-theme/snippets')
  cpSync(toPath('app'), folder, { recursive: true })
  mkdirSync(snippets, { recursive: true })
  copyFileSync(toPath('ringup.liquid'), join(snippets, 'ringup.liquid'))
}

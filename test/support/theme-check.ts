/** Shopify's own checker of themes. */
import { createRequire } from 'node:module'
import { vi } from 'vitest'

const require = createRequire(import.meta.url)

/** @returns the names of the rules that a folder breaks, checked with one of its configurations */
export async function checkTheme(folder: string): Promise<string[]> {
  // The checker would download newer documentation of Liquid. The package's own is used instead.
  for (const name of ['SHOPIFY_TLD_ROOT', 'XDG_CACHE_HOME']) vi.stubEnv(name, folder)
  const { check } = await import('@shopify/theme-check-node')
  const found = await check(folder, require.resolve('@shopify/theme-check-node/configs/all.yml'))
  vi.unstubAllEnvs()
  return found.map((each) => each.check)
}

/** What axe-core finds in a page, as "rule: selector"; in frames of the same origin too. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** @param rules by their names; all without */
export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  for (const frame of page.frames()) await frame.evaluate(source)
  const { violations } = await page.evaluate((rules) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } } // just put there
    const isUnframed = { 'landmark-unique': { enabled: false } } // a frame has landmarks of its own
    return axe.run({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : { rules: isUnframed }) })
  }, rules)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

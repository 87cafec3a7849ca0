/** What stands in somebody's way on a page: what axe-core finds, and what is too small to read. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** In the dark there are other colours, and nothing else. */
const LOOKS: [colorScheme: 'light' | 'dark', options: RunOptions][] = [
  ['light', { rules: { 'landmark-unique': { enabled: false } } }], // a frame has landmarks of its own
  ['dark', { runOnly: ['color-contrast'] }],
]

/**
 * Finds them in the light and in the dark.
 *
 * @param iframes false: not in frames
 * @returns each as "rule: selector"; in frames of the same origin too
 */
export async function findBarriers(page: Page, { iframes = true } = {}): Promise<string[]> {
  for (const frame of iframes ? page.frames() : [page.mainFrame()]) await frame.evaluate(source)
  const found: string[] = []
  for (const [colorScheme, look] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    const options: RunOptions = { iframes, resultTypes: ['violations'], ...look }
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
    found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)))
  }
  return found
}

/** Texts of less than 14 px that are shown. */
export const findSmallText = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      .filter((element) => element.checkVisibility() && Number.parseFloat(getComputedStyle(element).fontSize) < 14)
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  )

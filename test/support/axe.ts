/** Finds obstacles on a page: violations that axe-core reports, and text that is too small to read. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** The dark scheme changes colours only, so only their contrast is checked again. */
const LOOKS: [colorScheme: 'light' | 'dark', options: RunOptions][] = [
  ['light', { rules: { 'landmark-unique': { enabled: false } } }], // a frame has landmarks of its own
  ['dark', { runOnly: ['color-contrast'] }],
]

/**
 * Finds violations in the light and in the dark scheme.
 *
 * @returns each violation as "rule: selector", also in frames of the same origin
 */
export async function findBarriers(page: Page): Promise<string[]> {
  for (const frame of page.frames()) await frame.evaluate(source)
  const found: string[] = []
  for (const [colorScheme, look] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    const options: RunOptions = { resultTypes: ['violations'], ...look }
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

/** Puts the template into a page: the emulator of the container as one inline script, so that it is there at once. */
import type { Page } from '@playwright/test'
import type { Container } from '../emulators/gtm/container.js'
import { type Tag, toContainerScript } from '../emulators/gtm/index.js'

export type { Tag }

/** @returns a script element, for the head of a page of this origin */
export async function toContainer(origin: string, tags: Tag[], options?: { dataLayer?: string }): Promise<string> {
  return `<script>${await toContainerScript(origin, tags, options)}</script>`
}

export const readContainer = (page: Page): Promise<Container> =>
  page.evaluate(() => {
    const { tags, fired, told, logged } = Object(window).container
    return { tags, fired, told, logged }
  })

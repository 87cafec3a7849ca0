/** Puts the template into a page: the stand-in of the container as one inline script, as shops have Tag Manager's. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import type { Container, ContainerOptions } from './container.js'
import { checkLanguage } from './language.js'
import { fillIn, parseTemplate } from './template.js'

/** A tag of the template, and the event of the data layer that fires it. */
export interface Tag {
  event: string
  /** What the merchant fills in; all else is as the template has it by default. */
  fields: Record<string, unknown>
}

let bundle: Promise<string> | undefined

/**
 * @param origin of the page. The template may load scripts from anywhere by https; here from this address and no other,
 *   which is what merchants are told to make of it, and by http, since the tests have no certificate
 * @returns a script element, for the head
 */
export async function toContainer(origin: string, tags: Tag[], { dataLayer = 'dataLayer' } = {}): Promise<string> {
  const { code, parameters, permissions } = parseTemplate(await readFile('src/gtm/template.tpl', 'utf8'))
  const [problem] = checkLanguage(code, ['require', 'data'])
  if (problem) throw new Error(problem) // it would run here, but not in the sandbox
  const options: ContainerOptions = {
    code,
    permissions: permissions.map((each) =>
      each.name === 'inject_script' ? { ...each, param: { urls: [`${origin}/*`] } } : each,
    ),
    dataLayer,
    tags: tags.map(({ event, fields }) => ({
      event,
      data: fillIn(parameters, { scriptUrl: `${origin}/ringup/ringup.js`, ...fields }),
    })),
  }
  bundle ??= bundleContainer()
  return `<script>${await bundle}; window.container = standIn.startContainer(${toInline(options)})</script>`
}

async function bundleContainer(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['test/support/gtm/container.ts'],
    write: false,
    bundle: true,
    format: 'iife',
    globalName: 'standIn',
    platform: 'browser',
  })
  return outputFiles[0]?.text ?? ''
}

/** JSON that cannot end the element it stands in. */
const toInline = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

export const readContainer = (page: Page): Promise<Container> =>
  page.evaluate(() => {
    const { fired, told, logged } = Object(window).container
    return { fired, told, logged }
  })

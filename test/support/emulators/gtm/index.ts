/** The script of an emulator of Google Tag Manager's container, with tags of the template in it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toScriptJson } from '../../../../demo/shop/sources/source.js'
import type { ContainerOptions } from './container.js'
import { fillIn, parseTemplate } from './template.js'

/** A tag of the template, and the event of the data layer that fires it. */
export interface Tag {
  event: string
  /** What the merchant fills in; all else is as the template has it by default. */
  fields: Record<string, unknown>
}

// As the build leaves them.
const TEMPLATE = join('dist', 'gtm', 'web', 'template.tpl')
const CONTAINER = join('dist', 'demo', 'container.js')

/**
 * @param origin of the page. The template may load scripts from anywhere by https; here from this address and no other,
 *   which is what merchants are told to make of it, and by http, since neither demo nor tests have a certificate
 * @returns JavaScript that leaves the container in the page's global `container`
 */
export async function toContainerScript(origin: string, tags: Tag[]): Promise<string> {
  const { code, parameters, permissions } = parseTemplate(await readFile(TEMPLATE, 'utf8'))
  const options: ContainerOptions = {
    code,
    permissions: permissions.map(({ name, param }) => ({
      name,
      param: name === 'inject_script' ? { urls: [`${origin}/*`] } : param,
    })),
    tags: tags.map(({ event, fields }) => ({
      event,
      data: fillIn(parameters, { scriptUrl: `${origin}/ringup/ringup.js`, ...fields }),
    })),
  }
  return `${await readFile(CONTAINER, 'utf8')}\nwindow.container = emulator.startContainer(${toScriptJson(options)})`
}

/** Builds the script of an emulated Google Tag Manager container with tags of the template. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toScriptJson } from '../../../../demo/shop/sources/source.js'
import type { ContainerOptions } from './container.js'
import { fillIn, parseTemplate } from './template.js'

/** A tag of the template, and the data layer's event that fires it. */
export interface Tag {
  event: string
  /** The fields that the merchant fills in. All others have the template's defaults. */
  fields: Record<string, unknown>
}

// The files of the build.
const TEMPLATE = join('dist', 'gtm', 'web', 'template.tpl')
const CONTAINER = join('dist', 'demo', 'container.js')

/**
 * @param origin of the page. The template may load scripts from any https address. Here it may load them from this address only, as our
 *   guide recommends, and by http, because demo and tests have no certificate
 * @returns JavaScript that sets the page's global `container`
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

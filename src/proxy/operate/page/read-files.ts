/** Script and style sheet of the page, and the set-up page, as the build has left them beside the proxy. */
import { readFile } from 'node:fs/promises'
import { withLinks } from '../../../setup/links.js'
import type { PageFiles } from './index.js'

const read = (folder: URL, name: string) => readFile(new URL(name, folder), 'utf8')

/** @param folder of the built modules; undefined where there are none: from source, as tests run it */
export async function readPageFiles(folder: URL): Promise<PageFiles | undefined> {
  try {
    const [script, style, setup] = await Promise.all([
      read(folder, 'operator.js'),
      read(folder, 'operator.css'),
      read(folder, 'setup.html'),
    ])
    return { script, style, setup: withLinks(setup, [['/', 'Operator’s page']]) }
  } catch {
    return undefined // the page works without
  }
}

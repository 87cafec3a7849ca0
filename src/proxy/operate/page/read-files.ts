/** Script and style sheet of the page, as the build has left them beside the proxy. */
import { readFile } from 'node:fs/promises'
import type { PageFiles } from './index.js'

/** @param folder of the built modules; undefined where there are none: from source, as tests run it */
export async function readPageFiles(folder: URL): Promise<PageFiles | undefined> {
  try {
    const [script, style] = await Promise.all(
      ['operator.js', 'operator.css'].map((name) => readFile(new URL(name, folder), 'utf8')),
    )
    return script !== undefined && style !== undefined ? { script, style } : undefined
  } catch {
    return undefined // the page works without
  }
}

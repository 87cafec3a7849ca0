/** Script and style sheet of the page, and the set-up page, as the build has left them beside the proxy. */
import { readFile } from 'node:fs/promises'
import { type Known, withKnown } from '../../../setup/known.js'
import type { PageFiles } from './parts.js'

/**
 * @param readKnown reads the facts that the set-up page need not ask for
 * @param folder of the built modules; undefined where nothing is built, as when tests run the source: the page works without
 * @throws Error in a sentence when one of them is missing
 */
export async function readPageFiles(
  folder: URL | undefined,
  readKnown: () => Known | undefined = () => undefined,
): Promise<PageFiles | undefined> {
  if (!folder) return undefined
  const read = async (name: string) => {
    const text = await readFile(new URL(name, folder), 'utf8').catch(() => '')
    if (text === '') throw new Error(`${name} is missing beside the proxy: npm run build, and copy all of dist.`)
    return text
  }
  const [script, style] = [await read('operator.js'), await read('operator.css')]
  const setup = await read('setup.html')
  return {
    script,
    style,
    get setup() {
      return withKnown(setup, readKnown())
    },
  }
}

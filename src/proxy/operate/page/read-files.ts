/** Reads script and style sheet of the page, and the set-up page, from the build. */
import { readFile } from 'node:fs/promises'
import { type Known, withKnown } from '../../../setup/known.js'
import type { PageFiles } from './parts.js'

/** Files that the set-up page offers for other systems, and their places in the build. */
const SETUP_FILES: Record<string, string> = {
  'custom-pixel.js': 'shopify/custom-pixel.js',
  'ringup.liquid': 'shopify/ringup.liquid',
  'template.tpl': 'gtm/web/template.tpl',
}

/**
 * @param readKnown reads facts for the set-up page, so it does not ask for them
 * @param folder of the built modules; undefined if tests run the source, then the page is served without these files
 * @throws Error in a sentence if one of them is missing
 */
export async function readPageFiles(
  folder: URL | undefined,
  readKnown: () => Known | undefined = () => undefined,
): Promise<PageFiles | undefined> {
  if (!folder) return undefined
  const read = async (name: string) => {
    const text = await readFile(new URL(name, folder), 'utf8').catch(() => '')
    if (text === '') throw new Error(`${name} is missing next to the proxy: npm run build, and copy all of dist.`)
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
    readSetupFile: async (name) => (Object.hasOwn(SETUP_FILES, name) ? read(SETUP_FILES[name] ?? '') : undefined),
  }
}

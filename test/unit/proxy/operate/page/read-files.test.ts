/** Promise: a file of the operator's page that is missing stops the proxy at its start: an empty one would be served as if all were well. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readPageFiles } from '../../../../../src/proxy/operate/page/read-files.js'
import { newFolder } from '../../../../support/proxy.js'

const NAMES = ['operator.js', 'operator.css', 'setup.html']

function build() {
  const folder = newFolder()
  onTestFinished(() => folder.remove())
  for (const name of NAMES) writeFileSync(join(folder.path, name), `<!-- ${name} -->`)
  return { path: folder.path, url: pathToFileURL(`${folder.path}/`) }
}

test('all of them are read', async () => {
  expect(await readPageFiles(build().url)).toMatchObject({
    script: '<!-- operator.js -->',
    style: '<!-- operator.css -->',
  })
})

test.each(NAMES)('%s is named when it is missing, or empty', async (name) => {
  const { path, url } = build()
  writeFileSync(join(path, name), '')
  await expect(readPageFiles(url)).rejects.toThrow(`${name} is missing next to the proxy`)
  rmSync(join(path, name))
  await expect(readPageFiles(url)).rejects.toThrow(`${name} is missing next to the proxy`)
})

test('from source, the page works without files', async () => {
  expect(await readPageFiles(undefined)).toBeUndefined()
})

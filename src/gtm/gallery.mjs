/**
 * Lays out the repository for Tag Manager's gallery: four files in its root. Each template has its own repository.
 * Source: developers.google.com/tag-platform/tag-manager/templates/gallery.
 *
 *   node src/gtm/gallery.mjs web|server <folder> --homepage=<address> --documentation=<address> --sha=<commit>
 *
 * `sha` is the commit of that repository whose template is published: lay out, commit, lay out again with its hash.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeTemplate } from './template.mjs'

const KINDS = ['web', 'server']
const SHARED = ['LICENSE', 'README.md']

const here = fileURLToPath(new URL('.', import.meta.url))

/** Placeholders in `metadata.yaml` until the template is published. */
const PLACEHOLDERS = {
  homepage: 'https://ringup.example/',
  documentation: 'https://ringup.example/tag-manager',
  sha: '0'.repeat(40),
}

/**
 * Lays out the folder. Throws a sentence for values that the gallery would refuse. Without values, the placeholders
 * stay.
 *
 * @param kind of container
 */
export function layOutGallery(kind, folder, values = {}) {
  if (!KINDS.includes(kind)) throw new Error(`There is a template for ${KINDS.join(' and ')}, not for ${kind}.`)
  const metadata = Object.entries(values).reduce(
    (text, [name, value]) => {
      checkValue(name, value)
      return text.replace(`"${PLACEHOLDERS[name]}"`, `"${value}"`)
    },
    readFileSync(join(here, kind, 'metadata.yaml'), 'utf8'),
  )
  mkdirSync(folder, { recursive: true })
  for (const file of SHARED) copyFileSync(join(here, file), join(folder, file))
  writeFileSync(join(folder, 'template.tpl'), writeTemplate(kind))
  writeFileSync(join(folder, 'metadata.yaml'), metadata)
}

function checkValue(name, value) {
  if (!PLACEHOLDERS[name]) throw new Error(`metadata.yaml has no ${name}.`)
  if (name === 'sha') {
    if (!/^[0-9a-f]{40}$/.test(value) || value === PLACEHOLDERS.sha)
      throw new Error('The sha is not the hash of a commit.')
  } else if (!/^https:\/\/[^\s"/]+\.[^\s"/]+\/?[^\s"]*$/.test(value) || /^https:\/\/[^/]*\.example(\/|$)/.test(value))
    throw new Error(`The ${name} is not an https:// address of yours.`)
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const options = Object.fromEntries(Object.keys(PLACEHOLDERS).map((name) => [name, { type: 'string' }]))
  const { positionals, values } = parseArgs({ options, allowPositionals: true })
  const missing = Object.keys(PLACEHOLDERS).filter((name) => !values[name])
  const [kind, folder] = positionals
  if (positionals.length !== 2) throw new Error('Name the kind of container and the folder.')
  layOutGallery(kind, folder, values)
  for (const name of missing) console.warn(`The ${name} in metadata.yaml is not yours yet: --${name}=…`)
}

/** Promise: sizes, settings, fields and code in the README and the guides are correct. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import packageJson from '../../package.json' with { type: 'json' }
import { Contact } from '../../src/contract/contact.js'
import { CartData, CartItem, Cents, Conversion } from '../../src/contract/conversion.js'
import { toAttribute } from '../../src/contract/tag.js'
import { Environment } from '../../src/proxy/environment.js'
import { toEnvFile } from '../../src/proxy/operate/commands/init.js'
import { CONDITION_NAMES, CONDITIONS } from '../../src/proxy/operate/conditions.js'
import { CONSENT_RECIPES } from '../../src/recipes/consent/index.js'
import type { ConsentRecipe } from '../../src/recipes/consent/recipe.js'
import { RECIPES } from '../../src/recipes/index.js'
import type { Recipe } from '../../src/recipes/recipe.js'
import { toBenchRows } from '../bench/figures.js'
import { drawRooms, readRooms } from '../support/import-graph.js'
import { BLOCKS, GUIDES, readAllBlocks, readme, readNames, readText } from '../support/readme.js'
import { readRecipePages } from '../support/recipe-pages.js'
import { toSurvivalRows } from '../survival/survival-rows.js'

test('the size is that of the build', () => {
  const bytes = brotliCompressSync(readFileSync(join('dist', 'ringup.js'))).length
  expect(/[\d,]+(?= bytes \(brotli\))/.exec(readme)?.[0]).toBe(bytes.toLocaleString('en'))
})

test('each code block has a name', () => {
  const names = Object.entries(BLOCKS)
  const named = readAllBlocks().map(({ code }) =>
    names.filter(([, words]) => code.includes(words)).map(([name]) => name),
  )
  expect([...new Set(named.flat())].sort()).toEqual(names.map(([name]) => name).sort())
  expect(named.filter(({ length }) => length !== 1)).toEqual([])
})

test.each([...GUIDES, 'llms.txt'])('each link of %s leads to a heading, or to a file', (path) => {
  const words = readText(path).replaceAll(/^```.*?^```/gms, '')
  const links = [...words.matchAll(/\]\(([\w#.][\w./#-]*)\)/g)].map(([, link = '']) => link)
  const leads = (link: string) => {
    const [file = '', heading] = link.split('#')
    const target = file ? join(dirname(path), file) : path
    return existsSync(target) && (heading === undefined || readHeadings(readText(target)).includes(heading))
  }
  expect(links.filter((link) => !leads(link))).toEqual([])
})

test.each(GUIDES)('each file of the repository that %s names exists', (path) => {
  const paths = [...readText(path).matchAll(/(?<![\w./-])(?:demo|src|test)\/[\w./-]*\w/g)].map(([name]) => name)
  expect(paths.filter((name) => !existsSync(name))).toEqual([])
})

/** Reads the headings in the form of GitHub's links. */
const readHeadings = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

test('the files that it names for shops and operators are in the package', () => {
  const words = GUIDES.filter((path) => !path.startsWith('.github'))
    .map(readText)
    .join('\n')
  const named = [...words.matchAll(/\b(?:dist|src\/(?:gtm|proxy|shopify))\/[\w./-]*\w/g)].map(([path]) => path)
  expect(named.length).toBeGreaterThan(8)
  const isPacked = (path: string) =>
    packageJson.files.some((packed) => `${path.replace(/^dist\/[\w-]+\.js$/, 'dist/*.js')}/`.startsWith(`${packed}/`))
  expect(named.filter((path) => !isPacked(path))).toEqual([])
})

test.each(GUIDES)('the reference tables of %s match schemas and docstrings', async (path) => {
  // `npm run readme` writes them.
  await expect(writeTables(readText(path))).toMatchFileSnapshot(join('../..', path))
})

test('the reference tables: the example of settings is the file of `ringup init`', async () => {
  await expect(toEnvFile()).toMatchFileSnapshot('../../src/proxy/deploy/ringup.env.example')
})

test('each reference table is in exactly one guide', () => {
  const named = [...readme.matchAll(/<!-- table: (.*?) -->/g)].map(([, name = '']) => name)
  expect(named.sort()).toEqual(Object.keys(TABLES).sort())
})

test('the table names every command', () => {
  const help = (...args: string[]) =>
    execFileSync('node', [join('dist', 'cli.js'), ...args, '--help'], { encoding: 'utf8' })
  const toNames = (text: string) =>
    [...text.slice(text.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)(?: \[options\])?/gm)].map(([, name]) => name)
  const known = [...toNames(help()), ...toNames(help('events')).map((name) => `events ${name}`)]
  const named = readNames('command').map((command) => command.replace(/^ringup | (<|--).*/g, ''))
  const leftOut = ['events', 'help', 'events help']
  expect(named.sort()).toEqual(known.filter((name) => !leftOut.includes(name ?? '')).sort())
})

/* The reference tables, from the schemas and docstrings that own their content */

const PAGES = readRecipePages()

/** Makes a row for each recipe that was tried in a running shop, and one for each kind of source of the others. */
function toRecipeRows(): string[][] {
  const rows = new Map<string, string[]>()
  for (const recipe of RECIPES.toSorted((one, other) => Number(!one.tried) - Number(!other.tried))) {
    const tried = recipe.tried ? `a running shop: ${recipe.tried}` : `${recipe.source.from} only`
    rows.set(tried, [...(rows.get(tried) ?? []), `\`${recipe.name}\`${toMissing(recipe)}`])
  }
  return [['recipes', 'tried with'], ...[...rows].map(([tried, names]) => [names.join(', '), tried])]
}

const USUAL = ['order_number', 'cart_value', 'cart_item_count'] as const

/** Lists the usual fields that a page of the platform lacks. */
function toMissing({ name }: Recipe): string {
  const sent = PAGES.flatMap((page) => (page.recipe.name === name && page.sent ? [Conversion.parse(page.sent)] : []))
  const missing = USUAL.filter((field) => sent.every(({ cart_data }) => cart_data?.[field] === undefined))
  const names = [...missing, ...(sent.some(({ cart_items }) => cart_items) ? [] : ['cart_items'])]
  return names.length > 0 ? ` (not read: ${names.map((field) => `\`${field}\``).join(', ')})` : ''
}

/** The tables, by the name in the guide's comment: `<!-- table: name -->`. */
const TABLES: Record<string, () => string[][]> = {
  'page settings': () => {
    const rows = [...readDocs('src/snippet/core/settings.ts', 'Settings')].map(
      ([name, { text, defaultValue = 'none' }]) => [`\`${toAttribute(name)}\``, defaultValue, text],
    )
    return [['attribute of the tag', 'default', 'meaning'], ...rows]
  },
  outcomes: () => {
    const rows = [...readDocs('src/snippet/core/event.ts', 'EventState')].map(([name, { text, reason = '' }]) => [
      `\`${name}\``,
      text,
      reason,
    ])
    return [['status', 'meaning', 'reasons'], ...rows]
  },
  'proxy settings': () => {
    const docs = readDocs('src/proxy/environment.ts', 'Environment')
    const rows = readFields(Environment).map(({ name, required, preset }) => [
      `\`${name}\``,
      required ? 'required' : preset === undefined ? '' : `\`${preset}\``,
      docs.get(name)?.text ?? '',
    ])
    return [['variable', 'default', 'meaning'], ...rows]
  },
  conditions: () => {
    const toNames = (severity: string) =>
      CONDITION_NAMES.filter((name) => CONDITIONS[name].severity === severity).map((name) => `\`${name}\``)
    return [
      ['severity', 'conditions'],
      ...['page', 'ticket'].map((severity) => [severity, toNames(severity).join(', ')]),
    ]
  },
  recipes: toRecipeRows,
  consent: () => {
    const toNames = (recipes: ConsentRecipe[]) =>
      recipes
        .map((each) => ('script' in each ? `[${each.platform}](consent/${each.name}.js)` : each.platform))
        .join(', ')
    const isScript = (recipe: ConsentRecipe) => 'script' in recipe
    return [
      ['needs', 'banners'],
      ['the setting', toNames(CONSENT_RECIPES.filter((recipe) => !isScript(recipe)))],
      ['`required`, and a script', toNames(CONSENT_RECIPES.filter(isScript))],
    ]
  },
  survival: toSurvivalRows,
  bench: toBenchRows,
  fields: () => {
    const rows = [
      ...toFieldRows('cart_data.', CartData, readDocs('src/contract/conversion.ts', 'CartData')),
      ...toFieldRows('cart_items[].', CartItem, readDocs('src/contract/conversion.ts', 'CartItem')),
      ...toFieldRows('', Contact, readDocs('src/contract/contact.ts', 'Contact')),
    ]
    return [['field', 'type', 'meaning'], ...rows]
  },
}

const ROOM = /^src\/(?:proxy\/[a-z]+(?=\/)|snippet\/(?:core|rest)(?=\/)|(?!proxy|snippet|pages|build)[a-z]+(?=\/))/

/** Returns a guide with its tables, and its diagram of the rooms, replaced by current ones. */
function writeTables(readme: string): string {
  const rooms = () => drawRooms(readRooms('src', (file) => ROOM.exec(file)?.[0].slice('src/'.length)))
  const drawn = readme.replace(
    /(<!-- diagram: rooms -->\n).*?(<!-- end -->)/s,
    (_all, start, end) => `${start}\`\`\`mermaid\n${rooms()}\n\`\`\`\n${end}`,
  )
  return drawn.replaceAll(/(<!-- table: (.*?) -->\n).*?(<!-- end -->)/gs, (_all, start, name, end) => {
    const make = TABLES[name]
    if (!make) throw new Error(`A table of the name ${name} does not exist.`)
    const [heading = [], ...rows] = make()
    const lines = [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
    return `${start}${lines.join('\n')}\n${end}`
  })
}

/** One row for each field. Fields of one type that their names explain share a row. */
function toFieldRows(before: string, schema: z.ZodMiniObject, docs: Map<string, Doc>) {
  const rows = new Map<string, string[]>()
  for (const { name, type, required } of readFields(schema)) {
    const meaning = toMore(name, docs.get(name)?.text)
    const key = meaning || type
    const [names = '', kind = required ? `${type}, required` : type] = rows.get(key) ?? []
    rows.set(key, [`${names && `${names}, `}\`${before}${name}\``, kind, meaning])
  }
  return [...rows.values()]
}

/** Returns the docstring, or an empty text if it only repeats the name: "First name" for `first_name`. */
const toMore = (name: string, text = '') =>
  text.toLowerCase().replaceAll(' ', '') === name.replaceAll('_', '') ? '' : text

interface Field {
  name: string
  type: string
  required: boolean
  preset: unknown
}

function readFields(schema: z.ZodMiniObject): Field[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: Object(schema.shape[name]).def?.innerType === Cents ? 'whole cents' : toType(Object(field)),
    required: required.includes(name),
    preset: Object(field).default,
  }))
}

const TYPES: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  array: 'list of texts',
}

function toType({ type, enum: choices }: { type?: string; enum?: string[] }): string {
  return choices ? choices.map((choice) => `\`${choice}\``).join(' or ') : (TYPES[type ?? ''] ?? '')
}

/** A docstring: its text, and the text of each tag. */
interface Doc {
  text: string
  defaultValue?: string
  reason?: string
}

/**
 * Reads the docstrings of the properties of an interface or object, or of the strings of a type, by name.
 *
 * @throws Error if the file does not declare the name, or if a property or string has no docstring
 */
function readDocs(path: string, name: string): Map<string, Doc> {
  const source = readFileSync(path, 'utf8')
  // A declaration ends before the next line that is not indented and does not begin with a closing bracket.
  const [, declared] =
    new RegExp(`^export (?:const|interface|type) ${name}\\b(.*\\n(?:[ })].*\\n|\\n(?= ))*)`, 'm').exec(source) ?? []
  const docs = new Map<string, Doc>()
  for (const [, comment, text, property] of declared?.matchAll(MEMBER) ?? []) {
    const key = text ?? property ?? ''
    if (comment === undefined) throw new Error(`${path} has no docstring for ${key}.`)
    docs.set(key, toDoc(comment))
  }
  if (docs.size === 0) throw new Error(`${path} has no ${name} with docstrings.`)
  return docs
}

/** Matches a docstring and the property's name or the type's string in the next line. */
const MEMBER = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?^ +(?:\| '(\w+)'|(\w+)\??: )/gm

/** Removes the marks at the start of each line, and the full stop of a single sentence. */
function toDoc(comment: string): Doc {
  const [text = '', ...tags] = comment
    .replaceAll(/\s*\n? *\*? +|^\*/g, ' ')
    .trim()
    .split(/ @(?=\w)/)
  return {
    text: text.replace(/^([^.]*)\.$/, '$1'),
    ...Object.fromEntries(tags.map((tag) => [tag.split(' ')[0], tag.slice(tag.indexOf(' ') + 1)])),
  }
}

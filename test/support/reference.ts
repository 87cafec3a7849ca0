/** Makes the README's reference tables out of the schemas and docstrings that decide what is in them. */
import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import * as z from 'zod/mini'
import { Contact } from '../../src/contract/contact.js'
import { CartData, CartItem, Cents } from '../../src/contract/conversion.js'
import { PROBLEMS } from '../../src/proxy/problem.js'
import { Environment } from '../../src/proxy/settings.js'

/** By the name that the README's comment has: `<!-- table: name -->`. */
const TABLES: Record<string, () => string[][]> = {
  'proxy settings': () => {
    const docs = readDocs('src/proxy/settings.ts', 'Environment')
    const rows = readFields(Environment).map(({ name, required, preset }) => [
      `\`${name}\``,
      required ? 'required' : preset === undefined ? '' : `\`${preset}\``,
      docs.get(name) ?? '',
    ])
    return [['variable', 'default', 'meaning'], ...rows]
  },
  refusals: () => {
    const rows = Object.entries(PROBLEMS).map(([code, { status, sentence }]) => [
      `\`${code}\``,
      String(status),
      sentence,
    ])
    return [['code', 'status', 'meaning'], ...rows]
  },
  fields: () => {
    const rows = [
      ...toFieldRows('`cart_data`', CartData, readDocs('src/contract/conversion.ts', 'CartData')),
      ...toFieldRows('each of `cart_items`', CartItem, readDocs('src/contract/conversion.ts', 'CartItem')),
      ...toFieldRows('a contact', Contact, readDocs('src/contract/contact.ts', 'Contact')),
    ]
    return [['of', 'field', 'type', 'meaning'], ...rows]
  },
}

/** The README with each of its tables made anew. */
export function writeTables(readme: string): string {
  return readme.replaceAll(/(<!-- table: (.*?) -->\n).*?(<!-- end -->)/gs, (_all, start, name, end) => {
    const make = TABLES[name]
    if (!make) throw new Error(`There is no table ${name}.`)
    const [heading = [], ...rows] = make()
    const lines = [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
    return `${start}${lines.join('\n')}\n${end}`
  })
}

function toFieldRows(of: string, schema: z.ZodMiniObject, docs: Map<string, string>) {
  return readFields(schema).map(({ name, type, required }, index) => [
    index === 0 ? of : '',
    `\`${name}\``,
    required ? `${type}, required` : type,
    docs.get(name) ?? '',
  ])
}

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

/**
 * The docstrings of the properties of one interface, or of the object that a constant is made of, by name.
 *
 * @throws Error when nothing in the file has this name, or nothing in it a docstring
 */
function readDocs(path: string, name: string): Map<string, string> {
  const source = readFileSync(path, 'utf8')
  const { program, comments } = parseSync(path, source)
  const docs = new Map<string, string>()
  function readDoc({ key, start }: { key: { start: number; end: number }; start: number }) {
    const comment = comments.find(({ end }) => end < start && source.slice(end, start).trim() === '')
    if (comment) docs.set(source.slice(key.start, key.end), toSentences(comment.value))
  }
  const properties = new Visitor({ Property: readDoc, TSPropertySignature: readDoc })
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
    const { id, declarations } = Object(declared)
    if ((id ?? declarations?.[0]?.id)?.name === name) properties.visit({ ...program, body: [statement] })
  }
  if (docs.size === 0) throw new Error(`${path} has no ${name} with docstrings.`)
  return docs
}

/** Without the marks at the start of each line, and without the full stop of a single sentence. */
function toSentences(comment: string): string {
  const text = comment.replaceAll(/\s*\n? *\*? +|^\*/g, ' ').trim()
  return text.replace(/^([^.]*)\.$/, '$1')
}

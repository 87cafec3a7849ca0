/**
 * What was pasted → a page for the snippet to read. Nothing of it runs: HTML becomes an inert document, which loads and
 * executes nothing, and of scripts only the literal values in known calls are taken.
 */
import { type AnyNode, type Options, parse, parseExpressionAt } from 'acorn'
import type { Source } from './choices.js'

export interface Sample {
  document: Document
  /** Entry by entry, as pages push them; a list is what `gtag()` was called with. */
  layer: unknown[]
  /** What `convert()` was called with, for pages that call it themselves. */
  passed: unknown
  /** What could not be taken as it is, in sentences. */
  notes: string[]
}

interface About {
  source: Source
  /** Of the page's address, which relative addresses in it belong to. */
  origin: string
  /** Name of the data layer's global. */
  dataLayer: string
}

/** @returns undefined when nothing was pasted */
export function toSample(text: string, about: About): Sample | undefined {
  if (!text.trim()) return undefined
  const isHtml = text.trim().startsWith('<')
  const sample: Sample = {
    document: toDocument(isHtml ? text : '', about.origin),
    layer: [],
    passed: undefined,
    notes: [],
  }
  if (isHtml) {
    for (const script of sample.document.querySelectorAll('script')) {
      if (isCode(script)) readCode(script.text, about, sample)
    }
  } else if (about.source === 'json-ld') addJsonLd(text, sample)
  else if (about.source === 'attributes' || about.source === 'selectors') {
    sample.notes.push(
      'This is no HTML: it does not begin with a “<”. Paste the page’s source, or the part with the order.',
    )
  } else readLiteralOrCode(text, about, sample)
  return sample
}

/** Scripts in it never run, and pictures are not fetched: a document made by a parser has no window. */
export function toDocument(html: string, origin: string): Document {
  const document = new DOMParser().parseFromString(html, 'text/html')
  // Without scripting it is parsed as elements, which a shopper's browser does not have.
  for (const element of document.querySelectorAll('noscript')) element.remove()
  if (!document.querySelector('base[href]')) {
    const base = document.createElement('base')
    base.href = `${origin}/`
    document.head.prepend(base)
  }
  return document
}

const isCode = ({ type }: HTMLScriptElement) => /^(|module|(text|application)\/(java|ecma)script)$/i.test(type)

function addJsonLd(text: string, { document, notes }: Sample) {
  const script = document.createElement('script')
  script.type = 'application/ld+json'
  script.text = text
  document.body.append(script)
  try {
    JSON.parse(text)
  } catch (error) {
    notes.push(`This is no JSON, so browsers and this script pass over it: ${String(error)}.`)
  }
}

const OPTIONS: Options = { ecmaVersion: 'latest', allowReturnOutsideFunction: true, locations: true }

/** Without HTML round it: a value such as JSON, or the calls of a script. */
function readLiteralOrCode(text: string, about: About, sample: Sample) {
  const value = readLiteral(text, sample.notes)
  if (value === undefined) return readCode(text, about, sample)
  if (about.source === 'call') sample.passed = value
  else sample.layer.push(...toEntries(value))
}

/** What `JSON.stringify(dataLayer)` prints, one entry of it, or the GA4 object alone. */
function toEntries(value: unknown): unknown[] {
  if (Array.isArray(value)) return typeof value[0] === 'string' ? [value] : value
  const entry = Object(value)
  const isEntry = ['event', 'ecommerce', 'eventModel', 'user_data'].some((name) => name in entry)
  return [isEntry ? value : { event: 'purchase', ecommerce: value }]
}

/** Undefined when the text is something else than one object or list. */
function readLiteral(text: string, notes: string[]): unknown {
  try {
    const node = parseExpressionAt(text, 0, OPTIONS)
    const isAlone = /^\s*;?\s*$/.test(text.slice(node.end))
    const isValue = node.type === 'ObjectExpression' || node.type === 'ArrayExpression'
    return isAlone && isValue ? toLiteral(node, text, notes) : undefined
  } catch {
    return undefined // as script it is read next, which says what is wrong
  }
}

/** Takes the pushes, `gtag()` calls and `convert()` calls of a script, in their order in the text. */
function readCode(code: string, { dataLayer }: About, sample: Sample) {
  try {
    for (const [what, values] of readCalls(code, dataLayer, sample.notes)) {
      if (what === 'convert') sample.passed = values[0]
      else if (what === 'gtag') sample.layer.push(values)
      else sample.layer.push(...values)
    }
  } catch (error) {
    sample.notes.push(
      `A script in the sample cannot be read (${String(error)}), and scripts are never run here. Open the page, type JSON.stringify(${dataLayer}) into the browser’s console, and paste what it prints.`,
    )
  }
}

type Call = [what: 'push' | 'gtag' | 'convert', values: unknown[]]

function readCalls(code: string, dataLayer: string, notes: string[]): Call[] {
  const calls: Call[] = []
  const toArguments = (nodes: AnyNode[]) => nodes.map((node) => toLiteral(node, code, notes))
  visit(parse(code, OPTIONS), (node) => {
    if (node.type === 'CallExpression') {
      const { callee, arguments: given } = node
      const what = toCall(code.slice(callee.start, callee.end), dataLayer)
      if (what && !given.some(isArguments)) calls.push([what, toArguments(given)])
    } else if (node.type === 'AssignmentExpression' || node.type === 'VariableDeclarator') {
      const [name, value] = node.type === 'VariableDeclarator' ? [node.id, node.init] : [node.left, node.right]
      const isLayer = code.slice(name.start, name.end).replace(/^window\./, '') === dataLayer
      if (isLayer && value?.type === 'ArrayExpression') calls.push(['push', [toLiteral(value, code, notes)].flat()])
    }
  })
  return calls
}

/** `function gtag() { dataLayer.push(arguments) }` is how every page has it; what it hands on is read from its calls. */
const isArguments = (node: AnyNode) => node.type === 'Identifier' && node.name === 'arguments'

/** By the text of what is called, with or without `window.` and the usual `|| []`. */
function toCall(callee: string, dataLayer: string): Call[0] | undefined {
  const [name] = callee.match(/[\w$]+$/) ?? []
  if (name === 'push') return callee.includes(dataLayer) ? 'push' : undefined
  return name === 'gtag' || name === 'convert' ? name : undefined
}

function visit(node: AnyNode, onNode: (node: AnyNode) => void) {
  onNode(node)
  for (const child of Object.values(node).flat()) {
    if (typeof child?.type === 'string') visit(child, onNode)
  }
}

class NotLiteral extends Error {
  constructor(readonly node: AnyNode) {
    super('not a literal')
  }
}

/** The value of a literal. What is code in an object is left out of it, with a note. */
function toValue(node: AnyNode, code: string, notes: string[]): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral':
      if (node.expressions.length === 0) return node.quasis[0]?.value.cooked
      break
    case 'UnaryExpression': {
      const value = toValue(node.argument, code, notes)
      if (node.operator === '-' && typeof value === 'number') return -value
      break
    }
    case 'ArrayExpression':
      return node.elements.map((element) => element && toLiteral(element, code, notes))
    case 'ObjectExpression':
      // Own properties whatever their names are: `__proto__` too.
      return Object.fromEntries(
        node.properties.flatMap((property) => {
          if (property.type !== 'Property' || property.computed) return noteCode(property, code, notes)
          const { key } = property
          const name = key.type === 'Identifier' ? key.name : String(key.type === 'Literal' && key.value)
          const value = toLiteral(property.value, code, notes)
          return value === undefined ? [] : [[name, value]]
        }),
      )
  }
  throw new NotLiteral(node)
}

/** Undefined, with a note, where it is code. */
function toLiteral(node: AnyNode, code: string, notes: string[]): unknown {
  try {
    return toValue(node, code, notes)
  } catch (error) {
    if (!(error instanceof NotLiteral)) throw error
    noteCode(error.node, code, notes)
    return undefined
  }
}

function noteCode({ start, end, loc }: AnyNode, code: string, notes: string[]): [] {
  const text = code.slice(start, end)
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  notes.push(
    `Line ${loc?.start.line} of the script: “${shown}” is code, which is never run here, so it is left out. Put a value in its place.`,
  )
  return []
}

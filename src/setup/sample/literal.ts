/**
 * The value of an expression that needs no running: literals, and variables that hold one.
 *
 * Nothing is ever executed. What is left is code, and is left out with a note.
 */
import type { AnyNode } from 'acorn'

/** What is known while a script is read from top to bottom. */
export interface Known {
  /** The whole script. */
  code: string
  /** Values by the variable's name, as last assigned above. */
  variables: Map<string, unknown>
  /** Gets a sentence for everything that is left out. */
  notes: string[]
}

class NotLiteral extends Error {
  constructor(readonly node: AnyNode) {
    super('not a literal')
  }
}

/** @returns undefined, with a note, where it is code */
export function readLiteral(node: AnyNode, known: Known): unknown {
  try {
    return toValue(node, known)
  } catch (error) {
    if (!(error instanceof NotLiteral)) throw error
    addNote(error.node, known)
    return undefined
  }
}

/** @throws NotLiteral */
function toValue(node: AnyNode, known: Known): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral':
      return node.quasis.map(({ value }, index) => value.cooked + toText(node.expressions[index], known)).join('')
    case 'UnaryExpression':
      return toNegative(node, known)
    case 'BinaryExpression':
      return toSum(node, known)
    case 'Identifier':
    case 'MemberExpression':
      return toVariable(node, known)
    case 'CallExpression':
      return toConverted(node, known)
    case 'ArrayExpression':
      return node.elements.map((element) => element && readLiteral(element, known))
    case 'ObjectExpression':
      return toObject(node, known)
    default:
      throw new NotLiteral(node)
  }
}

const toText = (node: AnyNode | undefined, known: Known) => (node ? String(toValue(node, known)) : '')

function toNegative(node: AnyNode & { type: 'UnaryExpression' }, known: Known): number {
  const value = toValue(node.argument, known)
  if (node.operator !== '-' || typeof value !== 'number') throw new NotLiteral(node)
  return -value
}

/** `'A' + '-1'`: of two texts, or text and number. Arithmetic is code. */
function toSum(node: AnyNode & { type: 'BinaryExpression' }, known: Known): string {
  const [left, right] = [toValue(node.left, known), toValue(node.right, known)]
  const isText = [left, right].some((value) => typeof value === 'string')
  if (node.operator !== '+' || !isText || [left, right].some((value) => Object(value) === value)) {
    throw new NotLiteral(node)
  }
  return `${left}${right}`
}

/** `order`, `window.order`, `order.total` of a variable with a literal value. */
function toVariable(node: AnyNode & { type: 'Identifier' | 'MemberExpression' }, known: Known): unknown {
  const [first, ...path] = readPath(node) ?? []
  if (first === undefined || !known.variables.has(first)) throw new NotLiteral(node)
  return path.reduce(getOwn, known.variables.get(first))
}

/** Reads only what the object itself has: through its prototype a sample could reach this page's own objects. */
export function getOwn(value: unknown, name: string): unknown {
  return Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined
}

/** The names of a chain, without `window.`; undefined when it is no chain of names. */
export function readPath(node: AnyNode): string[] | undefined {
  if (node.type === 'Identifier') return [node.name]
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined
  const path = readPath(node.object)
  return path && [...path, node.property.name].slice(path[0] === 'window' && path.length === 1 ? 1 : 0)
}

/** What templates write round a value. */
const CONVERSIONS: Record<string, (value: string) => unknown> = {
  Number: (value) => Number(value),
  parseFloat: (value) => Number.parseFloat(value),
  parseInt: (value) => Number.parseInt(value, 10),
  String: (value) => value,
  'JSON.parse': (value) => JSON.parse(value),
}

function toConverted(node: AnyNode & { type: 'CallExpression' }, known: Known): unknown {
  const name = readPath(node.callee)?.join('.') ?? ''
  const [argument] = node.arguments
  if (!argument || !Object.hasOwn(CONVERSIONS, name)) throw new NotLiteral(node)
  const value = toValue(argument, known)
  try {
    return CONVERSIONS[name]?.(String(value))
  } catch {
    throw new NotLiteral(node) // no JSON
  }
}

function toObject(node: AnyNode & { type: 'ObjectExpression' }, known: Known): object {
  // Own properties whatever their names are: `__proto__` too.
  return Object.fromEntries(
    node.properties.flatMap((property) => {
      if (property.type === 'SpreadElement') return Object.entries(Object(readLiteral(property.argument, known)))
      if (property.computed || property.kind !== 'init' || property.method) {
        addNote(property, known)
        return []
      }
      const { key } = property
      const name = key.type === 'Identifier' ? key.name : String(key.type === 'Literal' && key.value)
      const value = readLiteral(property.value, known)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function addNote({ start, end, loc }: AnyNode, { code, notes }: Known): void {
  const text = code.slice(start, end)
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  notes.push(
    `Line ${loc?.start.line} of the script: “${shown}” is code, which is never run here, so it is left out. Put a value in its place.`,
  )
}

/** The calls of a script that bring an order, read from its text. Nothing of it is run. */
import { type AnyNode, type Options, parse, parseExpressionAt } from 'acorn'
import { getOwn, type Known, readLiteral, readPath } from './literal.js'

const OPTIONS: Options = { ecmaVersion: 'latest', allowReturnOutsideFunction: true, locations: true }

/** What a script hands over, in the order of its text. */
export type Handed =
  | { to: 'layer'; entries: unknown[] }
  | { to: 'gtag'; values: unknown[] }
  | { to: 'convert'; values: unknown[] }

/** Undefined when the text is something else than one object or list. */
export function readValue(text: string, notes: string[]): unknown {
  try {
    const node = parseExpressionAt(text, 0, OPTIONS)
    const isAlone = /^\s*;?\s*$/.test(text.slice(node.end))
    const isValue = node.type === 'ObjectExpression' || node.type === 'ArrayExpression'
    return isAlone && isValue ? readLiteral(node, { code: text, variables: new Map(), notes }) : undefined
  } catch {
    return undefined // as script it is read next, which says what is wrong
  }
}

/**
 * @param variables of the scripts above; gets those of this one
 * @throws SyntaxError when it is no script
 */
export function readScript(code: string, dataLayer: string, variables: Known['variables'], notes: string[]): Handed[] {
  const known: Known = { code, variables, notes }
  const handed: Handed[] = []
  visit(parse(code, OPTIONS), (node) => {
    if (node.type === 'CallExpression') handed.push(...readCall(node, dataLayer, known))
    else if (node.type === 'VariableDeclarator' && node.init) {
      handed.push(...readAssignment(node.id, node.init, dataLayer, known))
    } else if (node.type === 'AssignmentExpression' && node.operator === '=') {
      handed.push(...readAssignment(node.left, node.right, dataLayer, known))
    }
  })
  return handed
}

function readCall(node: AnyNode & { type: 'CallExpression' }, dataLayer: string, known: Known): Handed[] {
  const to = toReceiver(known.code.slice(node.callee.start, node.callee.end), dataLayer)
  if (!to || node.arguments.some(isArguments)) return []
  const values = node.arguments.map((argument) => readLiteral(argument, known))
  return [to === 'layer' ? { to, entries: values } : { to, values }]
}

/** Calls by the text of what is called, with or without `window.` and the usual `|| []`. */
function toReceiver(callee: string, dataLayer: string): 'layer' | 'gtag' | 'convert' | undefined {
  const [name] = callee.match(/[\w$]+$/) ?? []
  if (name === 'push') return callee.includes(dataLayer) ? 'layer' : undefined
  return name === 'gtag' || name === 'convert' ? name : undefined
}

/** `function gtag() { dataLayer.push(arguments) }` is how every page has it; what it hands on is read from its calls. */
const isArguments = (node: AnyNode) => node.type === 'Identifier' && node.name === 'arguments'

function readAssignment(target: AnyNode, value: AnyNode, dataLayer: string, known: Known): Handed[] {
  const [name, ...path] = readPath(target) ?? []
  if (name === undefined) return []
  if (name === dataLayer && path.length === 0) {
    return value.type === 'ArrayExpression' ? [{ to: 'layer', entries: [readLiteral(value, known)].flat() }] : []
  }
  remember(name, path, value, known)
  return []
}

/** What is code is noted where it is used, and not where it is assigned: most of a page's variables are used for nothing. */
function remember(name: string, path: string[], node: AnyNode, { variables, ...known }: Known): void {
  const value = readLiteral(node, { ...known, variables, notes: [] })
  const last = path.at(-1)
  if (last === undefined) {
    if (value === undefined) variables.delete(name)
    else variables.set(name, value)
    return
  }
  const holder = path.slice(0, -1).reduce(getOwn, variables.get(name))
  // Defined and not set: `__proto__` too is a name like any other.
  if (holder && typeof holder === 'object') {
    Object.defineProperty(holder, last, { value, configurable: true, enumerable: true, writable: true })
  }
}

function visit(node: AnyNode, onNode: (node: AnyNode) => void) {
  onNode(node)
  for (const child of Object.values(node).flat()) {
    if (typeof child?.type === 'string') visit(child, onNode)
  }
}

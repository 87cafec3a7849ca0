/**
 * The language of the sandbox: ECMAScript 5.1 with `const`, `let` and arrow functions, without access to the outside.
 * Source: developers.google.com/tag-platform/tag-manager/templates/sandboxed-javascript, and …/standard-library.
 *
 * Stricter than Tag Manager: it rejects all that the documentation does not name, because we cannot try it here.
 */
import { type AnyNode, type Identifier, parse } from 'acorn'

/** The syntax that a template may use. Missing are `new`, `this`, `try`, `throw`, `class`, template strings, spread and others. */
const ALLOWED = new Set(
  `ArrayExpression ArrowFunctionExpression AssignmentExpression BinaryExpression BlockStatement BreakStatement
  CallExpression ConditionalExpression ContinueStatement DoWhileStatement EmptyStatement ExpressionStatement
  ForInStatement ForStatement FunctionDeclaration FunctionExpression Identifier IfStatement Literal
  LogicalExpression MemberExpression ObjectExpression Program Property ReturnStatement SequenceExpression
  SwitchCase SwitchStatement UnaryExpression UpdateExpression VariableDeclaration VariableDeclarator
  WhileStatement`.split(/\s+/),
)

/** All methods of the sandbox's built-in types. */
const METHODS = new Set(
  `concat every filter forEach indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice
  toString unshift charAt match replace search split substring toLowerCase toLocaleLowerCase toUpperCase toLocaleUpperCase
  trim hasOwnProperty`.split(/\s+/),
)

/** Operators that its documentation names, or that our templates need. */
const OPERATORS = new Set([
  ...'= += -= *= /= %= == != === !== < > <= >= + - * / % && || ++ --'.split(' '),
  ...['unary !', 'unary -', 'unary typeof'],
])

/** JavaScript's methods that the sandbox lacks. */
const MISSING = new Set(
  [Array, String, Function, Object, Number, Boolean].flatMap(({ prototype }) =>
    Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
      typeof value === 'function' && !METHODS.has(name) ? name : [],
    ),
  ),
)

interface Place {
  node: AnyNode
  parent: AnyNode | undefined
}

/**
 * @param globals the names that the sandbox itself provides
 * @returns a sentence for each construct that the sandbox does not know, with its line
 */
export function checkLanguage(code: string, globals: string[]): string[] {
  let program: AnyNode
  try {
    // The code is the body of a function.
    program = parse(code, { ecmaVersion: 'latest', allowReturnOutsideFunction: true, locations: true })
  } catch (error) {
    return [`It is not JavaScript:  ${(error as Error).message}`]
  }
  const places = walk(program)
  const names = new Set([...globals, 'undefined', 'arguments', ...places.flatMap(toDeclared)])
  return places.flatMap((place) => {
    const what = checkNode(place, names)
    return what ? [`line ${place.node.loc?.start.line}: ${what}`] : []
  })
}

function checkNode({ node, parent }: Place, names: Set<string>): string | undefined {
  if (!ALLOWED.has(node.type)) return `${node.type} is not known to the sandbox`
  switch (node.type) {
    case 'Literal':
      if ('regex' in node && node.regex) return 'a regex literal is not known to the sandbox'
      return 'bigint' in node && node.bigint ? 'a bigint is not known to the sandbox' : undefined
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      if (node.async || node.generator) return 'async functions and generators are not known to the sandbox'
      return node.params.every(({ type }) => type === 'Identifier') ? undefined : 'parameters are names only'
    case 'VariableDeclaration':
      if (!['var', 'let', 'const'].includes(node.kind)) return `${node.kind} is not known to the sandbox`
      return node.declarations.every(({ id }) => id.type === 'Identifier')
        ? undefined
        : 'destructuring is not known to the sandbox'
    case 'UnaryExpression':
      return checkOperator(`unary ${node.operator}`)
    case 'AssignmentExpression':
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'UpdateExpression':
      return checkOperator(node.operator)
    case 'Property':
      return node.kind !== 'init' || node.method || node.shorthand || node.computed
        ? 'shorthands, accessors and computed names are not known to the sandbox'
        : checkName(node.key)
    case 'MemberExpression':
      if (node.optional) return '?. is not known to the sandbox'
      return node.computed && node.property.type === 'Identifier' ? undefined : checkName(node.property)
    case 'CallExpression':
      return node.optional ? '?. is not known to the sandbox' : undefined
    case 'Identifier':
      return isReference(node, parent) && !names.has(node.name)
        ? `the global ${node.name} is not known to the sandbox`
        : undefined
    default:
      return undefined
  }
}

const checkOperator = (name: string) => (OPERATORS.has(name) ? undefined : `${name} is not known to the sandbox`)

/** Reads a property's name in the code, after a dot or in quotes. */
function checkName(node: AnyNode): string | undefined {
  const name = node.type === 'Identifier' ? node.name : node.type === 'Literal' ? node.value : undefined
  if (name === '__proto__') return '__proto__ is not known to the sandbox'
  return MISSING.has(`${name}`) ? `the method ${name} is not known to the sandbox` : undefined
}

/** Tells a variable from the name of a property. */
function isReference(node: Identifier, parent: AnyNode | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent.computed || parent.object === node
  if (parent?.type === 'Property') return parent.value === node
  return true
}

const isNode = (value: unknown): value is AnyNode => typeof (value as AnyNode | null)?.type === 'string'

/** Lists each node before the nodes within it. */
export function walk(node: AnyNode, parent?: AnyNode): Place[] {
  const within = Object.values(node).flat().filter(isNode)
  return [{ node, parent }, ...within.flatMap((child) => walk(child, node))]
}

/** Lists the names that a node declares. A name used outside of its block passes here, and fails when the code runs. */
function toDeclared({ node }: Place): string[] {
  const declared = [...('id' in node ? [node.id] : []), ...('params' in node ? node.params : [])]
  return declared.flatMap((each) => (each?.type === 'Identifier' ? each.name : []))
}

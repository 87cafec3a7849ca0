/**
 * Puts functions that are called in one place only where they are called. The source keeps them apart, because they are
 * read and tested by themselves; minifiers leave their frame, `(t=>{…})(t)`, wherever they are more than one expression.
 */
import { parse } from 'acorn'
import { isNode, toChildren } from './syntax.mjs'

const isFunction = ({ type }) => /Function/.test(type)
const toAll = (node) => [node, ...toChildren(node).flatMap(toAll)]
/** Without what the functions within it do. */
const toOwn = (node) => [node, ...toChildren(node).flatMap((child) => (isFunction(child) ? [] : toOwn(child)))]

/** The variables in it, each as often as it stands there. Properties are none. */
function toUses(node) {
  if (node.type === 'Identifier') return [node]
  const parts = Object.entries(node).filter(([part]) => node.computed || !/^(key|property)$/.test(part))
  return parts.flatMap(([, child]) => [child].flat().filter(isNode).flatMap(toUses))
}
const toNames = (node) => toUses(node).map(({ name }) => name)

/** The names that variables within it get. */
const toDeclared = ({ body, params = [] }) =>
  [...params, ...toAll(body).flatMap(({ id, params = [], param }) => [id, ...params, param])]
    .filter(isNode)
    .flatMap(toNames)

const toAssigned = (node) =>
  toAll(node)
    .filter(({ type }) => /^(Assignment|Update)Expression$/.test(type))
    .map(({ left, argument }) => left ?? argument)
    .filter(({ type }) => type !== 'MemberExpression') // a property, of what it was before
    .flatMap(toNames)

/**
 * @param code a module
 * @returns the same, without the functions of the top level whose only call is a statement, or all that a statement
 *   assigns; but for those where a name would then mean something else, or that return before their end
 */
export function unfold(code) {
  const program = parse(code, { ecmaVersion: 2022, sourceType: 'module' })
  const names = toNames(program)
  for (const home of program.body)
    for (const statement of toAll(home)) {
      const call = toCall(statement)
      const target = call && program.body.find(({ id }) => id?.name === call.callee.name)
      if (target?.type !== 'FunctionDeclaration' || names.filter((name) => name === target.id.name).length > 2) continue
      const block = toBlock({ code, program, home, statement, call, target })
      if (!block) continue
      const edits = [
        [statement, block],
        [target, ''],
      ]
      return unfold(toEdited(code, program, edits))
    }
  return code
}

/** The call that is all of a statement, or all that it assigns. */
function toCall({ type, expression }) {
  if (type !== 'ExpressionStatement') return undefined
  const value = expression.type === 'AssignmentExpression' ? expression.right : expression
  return [value, value.argument].find((each) => each?.type === 'CallExpression' && each.callee.type === 'Identifier')
}

/** The statement with what the function does in place of its call; undefined where it cannot stand there. */
function toBlock({ code, program, home, statement, call, target }) {
  const slice = ({ start, end }) => code.slice(start, end)
  const { params, body } = target
  const last = body.body.at(-1)
  const result = last?.type === 'ReturnStatement' ? last : undefined
  if (target.async || target.generator || /\b(this|arguments)\b/.test(slice(body))) return undefined
  if (toOwn(body).some((each) => each.type === 'ReturnStatement' && each !== result)) return undefined
  if (params.length !== call.arguments.length || (!result && statement.expression !== call)) return undefined

  const pairs = params.map((param, index) => [param, call.arguments[index]])
  const different = pairs.filter(([param, given]) => slice(param) !== slice(given))
  const isCaught = hasCaught(home, statement, target, toDeclared({ body, params: different.map(([param]) => param) }))
  if (isCaught) return undefined

  // What stays the same may stand where it is used, instead of a variable; what might not, where it is used at once.
  const edits = []
  const variables = different.filter(([param, given]) => {
    const uses = toUses(body).filter(({ name }) => name === param.name)
    const isShort = toAll(body).some(({ shorthand, value }) => shorthand && uses.includes(value))
    const isSteady =
      given.type === 'Identifier'
        ? !toAssigned(program).includes(given.name)
        : /^(Member|ArrowFunction)Expression$/.test(given.type) && uses.length === 1 && toOwn(body).includes(uses[0])
    if (!isSteady || isShort) return true
    edits.push(...uses.map((use) => [use, `(${slice(given)})`]))
    return false
  })
  const lines = [
    ...variables.map(([param, given]) => `let ${slice(param)} = ${slice(given)}`),
    toEdited(code, { start: body.start + 1, end: result?.start ?? body.end - 1 }, edits),
  ]
  if (result?.argument) {
    const value = `(${toEdited(code, result.argument, edits)})`
    lines.push(toEdited(code, statement, [[call, value]]))
  }
  // A block of its own only for names that are not new there.
  const isListed = toAll(home).some(({ body }) => Array.isArray(body) && body.includes(statement))
  const added = [
    ...variables.map(([param]) => param),
    ...body.body.flatMap(({ declarations = [] }) => declarations.map(({ id }) => id)),
  ]
  const there = toNames(home)
  const isNew = added.flatMap(toNames).every((name) => !there.includes(name))
  return isListed && isNew ? `${lines.join(';')};` : `{${lines.join(';')}}`
}

/**
 * Whether a name would mean something else: what the statement says comes into the block, and what the function says
 * into the statement's surroundings.
 */
function hasCaught(home, statement, { params, body }, declared) {
  const outer = toDeclared(isFunction(home) ? home : { body: home })
  const own = params.flatMap(toNames)
  return (
    toNames(statement).some((name) => declared.includes(name)) ||
    toNames(body).some((name) => outer.includes(name) && !declared.includes(name) && !own.includes(name)) ||
    toAssigned(body).some((name) => own.includes(name))
  )
}

/** @param edits what stands somewhere, and the text to take its place */
function toEdited(code, { start, end }, edits) {
  const inside = edits.filter(([node]) => node.start >= start && node.end <= end)
  const fromEnd = inside.sort(([one], [other]) => other.start - one.start)
  const text = fromEnd.reduce((text, [node, by]) => text.slice(0, node.start) + by + text.slice(node.end), code)
  return text.slice(start, end + text.length - code.length)
}

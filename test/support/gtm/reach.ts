/** Finds calls of the sandbox's APIs that no scenario runs, because only a call that runs shows a missing permission. */
import { type AnyNode, parse } from 'acorn'
import { needsPermission } from '../emulators/gtm/permissions.js'
import type { Context } from '../emulators/gtm/template.js'
import { walk } from './language.js'

export interface Reach {
  /** The template's code, which calls `reached(number)` before each call of an API that needs a permission. */
  marked: string
  reached(call: number): void
  /** Returns a sentence for each call that no scenario has made. */
  missing(): string[]
}

/** @param code the template's, for the web or the server */
export function createReach(code: string, context: Context): Reach {
  const program = parse(code, { ecmaVersion: 'latest', allowReturnOutsideFunction: true, locations: true })
  const nodes = walk(program).map(({ node }) => node)
  const apis = new Map(nodes.flatMap(toRequired))
  const calls = nodes.flatMap((node) => {
    const api = node.type === 'CallExpression' && node.callee.type === 'Identifier' && apis.get(node.callee.name)
    return api && needsPermission(context, api) ? [{ api, callee: node.callee, line: node.loc?.start.line }] : []
  })
  const made = new Set<number>()
  return {
    marked: mark(
      code,
      calls.map(({ callee }) => callee),
    ),
    reached: (call) => void made.add(call),
    missing: () =>
      calls.flatMap(({ api, line }, call) => (made.has(call) ? [] : [`line ${line}: no scenario runs this ${api}`])),
  }
}

/** Inserts the marks into the code, the last one first, so that earlier positions stay valid. */
function mark(code: string, callees: AnyNode[]): string {
  return callees
    .map(({ start, end }, call) => ({ start, end, call }))
    .sort((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, call }) =>
        `${text.slice(0, start)}(reached(${call}), ${text.slice(start, end)})${text.slice(end)}`,
      code,
    )
}

/** Reads `const name = require('api')`: the code's name for an API, and the API's own. */
function toRequired(node: AnyNode): [string, string][] {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init?.type !== 'CallExpression')
    return []
  const [argument] = node.init.arguments
  const isRequire = node.init.callee.type === 'Identifier' && node.init.callee.name === 'require'
  return isRequire && argument?.type === 'Literal' ? [[node.id.name, `${argument.value}`]] : []
}

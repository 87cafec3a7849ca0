/**
 * Gives the variables of a minified script the letters, and its functions the order, that compress best.
 *
 * Brotli takes what it has seen before for next to nothing: `(e,t)=>` is free the tenth time, `(n,o)=>` never is. Which
 * letters those are is found by trying, in `search`, and kept in a table under the names the source has, so that a
 * change in one function leaves the letters of all others alone.
 */
import { parse } from 'acorn'
import { isNode, toChildren } from './syntax.mjs'

/** For what the table does not name: the most frequent in what else a script says come first. */
const LETTERS = [...'etrnaiodclusmfpgyhbxvwSOjkqLAMTCNDEJzIFPRXBQUVZHGKWY$_']

const isBinding = (part) => typeof part !== 'string'

/** The statements of a script that is one arrow function, called at once. */
const readStatements = (code) => parse(code, { ecmaVersion: 2022 }).body[0].expression.callee.body.body

/**
 * Makes the functions of the top level arrow functions, in one declaration with its variables: `function`, `return` and
 * braces cost more than they say.
 *
 * @throws when one uses `this` or `arguments`, which it would lose
 */
export function toArrows(code) {
  const slice = ({ start }, { end } = { start }) => code.slice(start, end)
  const arrows = []
  const constants = []
  const others = []
  for (const node of readStatements(code)) {
    if (node.type !== 'FunctionDeclaration') {
      if (node.declarations) constants.push(...node.declarations.map((each) => slice(each, each)))
      else others.push(slice(node, node))
      continue
    }
    const { id, async, params, body } = node
    if (/\b(this|arguments|yield)\b/.test(slice(body, body)))
      throw new Error(`${id.name} cannot become an arrow function`)
    const names = params.length ? slice(params[0], params.at(-1)) : ''
    const list = /^\w+$/.test(names) ? `${async ? ' ' : ''}${names}` : `(${names})`
    const [only, more] = body.body
    const argument = !more && only?.type === 'ReturnStatement' && only.argument // if that is all it does
    const value = argument ? slice(argument, argument) : slice(body, body)
    const isBare = !/^(Object|Sequence)Expression$/.test(argument?.type)
    arrows.push(`${id.name}=${async ? 'async' : ''}${list}=>${isBare ? value : `(${value})`}`)
  }
  return `(()=>{let ${[...arrows, ...constants].join()};${others.join('')}})()`
}

/**
 * Takes a script of `toArrows` apart.
 *
 * @returns `bindings`: its variables, each with its `key` (its name, behind that of the variable of the top level it is
 *   in) and its `rivals`, with which it must not share a letter. `units`: the variables of the top level, each a `text`,
 *   a list of source text and of the bindings in it, and what its value `needs` before it. `rest`: the text that
 *   follows. `globals`: names that are the browser's
 */
export function readScript(code) {
  const bindings = []
  const scopes = new Map() // of nodes
  const sites = []
  const globals = new Set()
  const keys = new Map()
  let owner = ''

  const open = (node, outer, isFunction) => {
    const scope = { outer, names: new Map(), foreign: new Set() }
    scope.home = isFunction ? scope : outer.home
    scopes.set(node, scope)
    return scope
  }
  const declare = (pattern, scope) => {
    if (pattern?.type === 'Identifier') {
      const { name } = pattern
      if (scope.names.has(name)) return
      const key = owner && scope.outer ? `${owner}.${name}` : name
      const count = keys.get(key) ?? 0
      keys.set(key, count + 1)
      const binding = { key: count ? `${key}.${count}` : key, rivals: new Set(), isTop: !scope.outer }
      bindings.push(binding)
      scope.names.set(name, binding)
    } else if (pattern)
      for (const part of pattern.properties ?? pattern.elements ?? [pattern.left ?? pattern.argument])
        declare(part?.type === 'Property' ? part.value : part, scope)
  }
  const declareAll = (node, outer) => {
    if (/Function/.test(node.type)) {
      const scope = open(node, outer, true)
      for (const parameter of node.params) declare(parameter, scope)
      if (node.body.type === 'BlockStatement') scopes.set(node.body, scope) // parameters and body are one scope
    } else if (/^(BlockStatement|For.*|CatchClause|SwitchStatement)$/.test(node.type) && !scopes.has(node))
      declare(node.param, open(node, outer))
    const scope = scopes.get(node) ?? outer
    for (const { id } of node.declarations ?? []) declare(id, node.kind === 'var' ? scope.home : scope)
    for (const child of toChildren(node)) {
      const isTop = !scope.outer && child.type === 'VariableDeclarator'
      if (isTop) owner = child.id.name
      declareAll(child, scope)
      if (isTop) owner = ''
    }
  }
  const use = ({ name, start, end }, from, shorthand) => {
    const crossed = []
    let scope = from
    for (; scope && !scope.names.has(name); scope = scope.outer) crossed.push(scope)
    if (!scope) return globals.add(name)
    const binding = scope.names.get(name)
    for (const { foreign } of crossed) foreign.add(binding)
    sites.push({ start, end, binding, shorthand })
  }
  const useAll = (node, outer) => {
    const scope = scopes.get(node) ?? outer
    if (node.type === 'Identifier') use(node, scope, '')
    else if (node.shorthand) {
      use(node.key, scope, `${node.key.name}:`)
      if (node.value.right) useAll(node.value.right, scope)
    } else
      for (const [part, child] of Object.entries(node))
        if (node.computed || !/^(key|property)$/.test(part))
          for (const each of [child].flat().filter(isNode)) useAll(each, scope)
  }
  const statements = readStatements(code)
  const top = open({}, undefined, true)
  for (const node of statements) declareAll(node, top)
  for (const node of statements) useAll(node, top)

  for (const { names, foreign } of new Set(scopes.values()))
    for (const one of names.values())
      for (const other of [...names.values(), ...foreign])
        if (one !== other) {
          one.rivals.add(other)
          other.rivals.add(one)
        }

  sites.sort((one, other) => one.start - other.start)
  const toText = (from, to) => {
    const text = []
    let at = from
    for (const { start, end, binding, shorthand } of sites)
      if (start >= from && end <= to) {
        text.push(code.slice(at, start) + shorthand, binding)
        at = end
      }
    return [...text, code.slice(at, to)]
  }
  const units = statements[0].declarations.map(({ start, end, init }) => {
    const text = toText(start, end)
    const [binding, ...used] = text.filter(isBinding)
    return {
      binding,
      text,
      needs: new Set(init.type === 'ArrowFunctionExpression' ? [] : used.filter(({ isTop }) => isTop)),
    }
  })
  return { bindings, units, rest: toText(statements[0].end, code.length), globals }
}

/** Puts a script together again. Every binding has its `letter`. */
export function print({ units, rest }) {
  const toCode = (text) => text.map((part) => part.letter ?? part).join('')
  return `(()=>{let ${units.map(({ text }) => toCode(text)).join()};${toCode(rest)}`
}

/**
 * Gives the letters and the order of a table, and the first letter that is free to what it does not name.
 *
 * @param table a line for each variable of the top level: `name=letter`, then those within it, by their names
 */
export function applyTable({ bindings, units, globals }, table) {
  const letters = new Map()
  const order = []
  for (const line of table.split('\n').filter(Boolean)) {
    const [owner, ...others] = line.split(' ')
    const [name] = owner.split('=')
    order.push(name)
    for (const pair of [owner, ...others]) {
      const [key, letter] = pair.split('=')
      letters.set(pair === owner ? key : `${name}.${key}`, letter)
    }
  }
  const isFree = (binding, letter) =>
    !globals.has(letter) && ![...binding.rivals].some((rival) => rival.letter === letter)
  const known = bindings.filter(({ key }) => letters.has(key))
  for (const binding of known) if (isFree(binding, letters.get(binding.key))) binding.letter = letters.get(binding.key)
  for (const binding of bindings)
    binding.letter ??= [...LETTERS, ...LETTERS.map((letter) => `${letter}${letter}`)].find((letter) =>
      isFree(binding, letter),
    )
  const toRank = ({ binding }) => order.indexOf(binding.key)
  units.sort((one, other) => toRank(one) - toRank(other))
  arrange(units)
}

/** Keeps the order, but puts each behind what it needs. */
function arrange(units) {
  const waiting = new Map(units.splice(0).map((unit) => [unit.binding, unit]))
  const place = (unit) => {
    if (!waiting.delete(unit.binding)) return
    for (const binding of unit.needs) if (waiting.has(binding)) place(waiting.get(binding))
    units.push(unit)
  }
  for (const unit of [...waiting.values()]) place(unit)
}

/** @returns the table of a script that has its letters. */
export function toTable({ bindings, units }) {
  const lines = new Map(units.map(({ binding }) => [binding.key, []]))
  for (const { key, letter } of bindings) {
    const [owner, ...rest] = key.split('.')
    if (!lines.has(owner)) lines.set(owner, [])
    lines.get(owner).push(`${rest.join('.') || owner}=${letter}`)
  }
  return `${[...lines.values()].map((pairs) => pairs.join(' ')).join('\n')}\n`
}

/** Tries other letters and another order, over and over, and leaves the script with the best found: the same each time. */
export function search(script, toSize, rounds) {
  let state = 1
  const random = (limit) => {
    state = (state * 48271) % 2147483647 // Park and Miller's generator
    return state % limit
  }
  let current = toSize(print(script))
  let best = { size: current, ...save(script) }
  for (let round = 0; round < rounds; round++) {
    const before = save(script)
    const { units } = script
    if (random(10) < 3) {
      units.splice(random(units.length), 0, ...units.splice(random(units.length), 1))
      arrange(units)
    } else {
      const from = script.bindings[random(script.bindings.length)]
      swap(from, LETTERS[random(LETTERS.length)], script.globals)
    }
    const size = toSize(print(script))
    // A little worse is taken too, less and less often: it may lead to better.
    const warmth = 0.3 * (1 - round / rounds)
    if (size <= current || random(1e6) / 1e6 < Math.exp((current - size) / warmth)) {
      current = size
      if (size < best.size) best = { size, ...save(script) }
    } else restore(script, before)
  }
  restore(script, best)
}

/** Gives a binding another letter; whoever has that one takes its own, and so on. Nothing when that would change many. */
function swap(first, letter, globals) {
  const own = first.letter
  const changed = new Set([first])
  for (const binding of changed) {
    const next = binding.letter === own ? letter : own
    for (const rival of binding.rivals) if (rival.letter === next) changed.add(rival)
  }
  if (letter === own || globals.has(letter) || changed.size > 12) return
  for (const binding of changed) binding.letter = binding.letter === own ? letter : own
}

const save = ({ bindings, units }) => ({ letters: bindings.map(({ letter }) => letter), units: [...units] })

function restore({ bindings, units }, saved) {
  bindings.forEach((binding, index) => {
    binding.letter = saved.letters[index]
  })
  units.splice(0, units.length, ...saved.units)
}

/** @throws when a printed script, read again, has not the same variables in the same places: two share a letter. */
export function checkSame(one, other) {
  const toPlaces = ({ units, rest }) => {
    const found = new Map()
    const bindings = [...units.flatMap(({ text }) => text), ...rest].filter(isBinding)
    return bindings.map((binding) => found.get(binding) ?? found.set(binding, found.size).size - 1).join()
  }
  if (toPlaces(one) !== toPlaces(other)) throw new Error('Two variables share a letter')
}

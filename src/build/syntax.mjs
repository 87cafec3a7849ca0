/** What more than one step of the build asks of a syntax tree, as acorn makes it. */

export const isNode = (value) => typeof value?.type === 'string'

export const toChildren = (node) => Object.values(node).flat().filter(isNode)

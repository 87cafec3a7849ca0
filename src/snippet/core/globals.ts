/**
 * The page's globals. Other scripts, and markup with such an id, set them to any value, so each reader checks the type.
 */
export const globals = globalThis as unknown as Record<string, unknown>

/** Reads a node's own property. Markup such as `<input name="matches">` hides that of its form otherwise. */
export function ofNode<T extends object, Name extends keyof T>(node: T, name: Name): T[Name] {
  const value = Reflect.get(Object.getPrototypeOf(node), name, node)
  return typeof value === 'function' ? value.bind(node) : value
}

/** Reads the document's own property. */
export const ofDocument = <Name extends keyof Document>(name: Name): Document[Name] => ofNode(document, name)

/** False in a bundle that runs on a server. */
export const hasDocument = (): boolean => typeof document === 'object'

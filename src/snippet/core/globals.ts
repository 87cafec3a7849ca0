/**
 * The page's globals. Other scripts, and markup with such an id, set them to any value, so each reader checks the type.
 */
export const globals = globalThis as unknown as Record<string, unknown>

/** Reads the document's own property. Markup such as `<img name="querySelector">` hides it otherwise. */
export function ofDocument<Name extends keyof Document>(name: Name): Document[Name] {
  const value = Reflect.get(Object.getPrototypeOf(document), name, document)
  return typeof value === 'function' ? value.bind(document) : value
}

/** False in a bundle that runs on a server. */
export const hasDocument = (): boolean => typeof document === 'object'

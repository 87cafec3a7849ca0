/**
 * The page's globals. Other scripts, and markup with such an id, set them to any value, so each reader checks the type.
 */
export const globals = globalThis as unknown as Record<string, unknown>

/** False in a bundle that runs on a server. */
export const hasDocument = (): boolean => typeof document === 'object'

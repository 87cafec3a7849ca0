/**
 * The page's globals: the one place where values of other scripts, and of markup with a clever id, come in untyped.
 * Whoever reads one checks what it is.
 */
export const globals = globalThis as unknown as Record<string, unknown>

/** False in a bundle that runs on a server. */
export const hasDocument = (): boolean => typeof document === 'object'

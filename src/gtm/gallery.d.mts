/** The kind of container: in the page, or on a server. */
export type Kind = 'web' | 'server'
export function layOutGallery(kind: Kind, folder: string, values?: Record<string, string>): void

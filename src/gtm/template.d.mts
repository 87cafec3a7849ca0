import type { Kind } from './gallery.mjs'
export function writeTemplate(kind: Kind): string

import type { Kind } from './gallery.mjs'

export function writeTemplate(kind: Kind): string
export function toExported(value: unknown): string

export const LOAD: string[]
export const SELDOM_TRIED: Record<string, string[]>
export function sayLeftOut(triesSeldom: boolean): string

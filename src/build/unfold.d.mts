export function unfold(code: string): string

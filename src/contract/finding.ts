/** What a check has found: one sentence, and whether somebody has to act on it. */
export type Finding = { as: 'ok' | 'warning' | 'problem'; sentence: string }

export const ok = (sentence: string): Finding => ({ as: 'ok', sentence })
export const warning = (sentence: string): Finding => ({ as: 'warning', sentence })
export const problem = (sentence: string): Finding => ({ as: 'problem', sentence })

/** The result of a check: one sentence, and whether a person has to act. */
export type Finding = { as: 'ok' | 'warning' | 'problem'; sentence: string }

export const ok = (sentence: string): Finding => ({ as: 'ok', sentence })
export const warning = (sentence: string): Finding => ({ as: 'warning', sentence })
export const problem = (sentence: string): Finding => ({ as: 'problem', sentence })
